/** What a first game of the board game shows, for each of its variants. */
import type { Lesson, LessonStep } from '../contract';

const says = (key: string): string => `genial.lesson.${key}`;

const AIMS: Record<string, string> = { solo: 'aim.solo', team: 'aim.team', duel: 'aim.duel' };
const SWAPS: Record<string, string> = { team: 'swap.team', duel: 'swap.duel' };
const ENDS: Record<string, string> = { solo: 'stop.solo', team: 'bonus.team', duel: 'bonus.duel' };

const TURN = '[data-turn]';
const CHOSEN = '[data-lesson="rack"] [aria-pressed="true"]';
const PREVIEW = '[data-lesson="preview"]';

/** A step that speaks of something to do says otherwise while others are to move. */
const onTurn = (key: string): Pick<LessonStep, 'says' | 'until'> => ({
  says: says(key),
  until: [{ sight: TURN, says: says(`${key}.wait`) }],
});

const lesson: Lesson = ({ variant, assist }) => {
  const one = variant ?? '';
  const solo = one === 'solo';
  const aim: LessonStep = { says: says(AIMS[one] ?? 'aim'), at: ['scores'] };
  const tile: LessonStep = {
    ...onTurn('tile'),
    at: ['rack'],
    sight: CHOSEN,
  };
  const where = assist === 0 ? 'board.pure' : 'board';
  const cells = onTurn(where);
  const board: LessonStep = {
    ...cells,
    // A player who pressed *Next* has no tile in the hand; in solo it is there from the start.
    until: [
      ...(cells.until ?? []),
      ...(solo ? [] : [{ sight: CHOSEN, says: says(`${where}.before`), at: ['rack'] }]),
    ],
    at: ['board'],
    sight: PREVIEW,
  };
  const pure = (assist ?? 2) < 2;
  const waits = onTurn(pure ? 'place.pure' : 'place');
  const before = says(pure ? 'place.pure' : 'place.before');
  const place: LessonStep = {
    ...waits,
    // A player who only pressed *Next* has nothing on the board, and perhaps nothing in the hand.
    until: [
      ...(solo ? [] : [{ sight: CHOSEN, says: before, at: ['rack'] }]),
      { sight: PREVIEW, says: before, at: ['board'] },
      ...(waits.until ?? []),
    ],
    at: ['preview', 'board'],
    deed: 'place',
  };
  const bonus: LessonStep = { says: says(ENDS[one] ?? 'bonus'), at: ['scores'], passes: 'place' };
  const swap: LessonStep = {
    says: says(SWAPS[one] ?? 'swap'),
    at: ['swap', 'rack'],
    passes: 'place',
  };
  // In solo the one tile is in the hand already, and nothing can be swapped.
  return solo ? [aim, board, place, bonus] : [aim, tile, board, place, bonus, swap];
};

export default lesson;
