/** What a first game of the board game shows, for each of its variants. */
import type { Lesson, LessonStep } from '../contract';

const says = (key: string): string => `genial.lesson.${key}`;

const AIMS: Record<string, string> = { solo: 'aim.solo', team: 'aim.team', duel: 'aim.duel' };
const SWAPS: Record<string, string> = { team: 'swap.team', duel: 'swap.duel' };
const ENDS: Record<string, string> = { solo: 'stop.solo', team: 'bonus.team', duel: 'bonus.duel' };

const lesson: Lesson = ({ variant, assist }) => {
  const one = variant ?? '';
  const solo = one === 'solo';
  const aim: LessonStep = { says: says(AIMS[one] ?? 'aim'), at: ['scores'] };
  const tile: LessonStep = {
    says: says('tile'),
    at: ['rack'],
    sight: '[data-lesson="rack"] [aria-pressed="true"]',
  };
  const board: LessonStep = {
    says: says(assist === 0 ? 'board.pure' : 'board'),
    at: ['board'],
    sight: '[data-lesson="preview"]',
  };
  const pure = (assist ?? 2) < 2;
  const place: LessonStep = {
    says: says(pure ? 'place.pure' : 'place'),
    // Whoever comes here with *Next* alone has nothing on the board.
    ...(pure ? {} : { until: { sight: '[data-lesson="preview"]', says: says('place.before') } }),
    at: ['preview', 'board'],
    deed: 'place',
  };
  const bonus: LessonStep = { says: says(ENDS[one] ?? 'bonus'), at: ['scores'] };
  const swap: LessonStep = { says: says(SWAPS[one] ?? 'swap'), at: ['swap', 'rack'] };
  // In solo the one tile is in the hand already, and nothing can be swapped.
  return solo ? [aim, board, place, bonus] : [aim, tile, board, place, bonus, swap];
};

export default lesson;
