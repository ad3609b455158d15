/** What a first round of the card game shows. */
import type { Lesson, LessonStep } from '../contract';

const says = (key: string): string => `genial_cards.lesson.${key}`;

const TURN = '[data-turn]';
const CHOSEN = '[data-lesson="hand"] [aria-pressed="true"]';

type Said = Pick<LessonStep, 'says' | 'until'>;

/** What a step says when it is one's turn, and until then. */
const onTurn = (key: string): Said => ({
  says: says(key),
  until: [{ sight: TURN, says: says(`${key}.wait`) }],
});

/** Below level 2, and before one's turn, the page says nothing of what a card would bring. */
function lines(assist = 2): Said {
  const pure = says('lines.pure');
  if (assist < 2) return { says: pure };
  return { says: says('lines'), until: [CHOSEN, TURN].map((sight) => ({ sight, says: pure })) };
}

function play(assist = 2): Said {
  if (assist < 2) return onTurn('play.pure');
  const { until = [], ...said } = onTurn('play');
  return { ...said, until: [...until, { sight: CHOSEN, says: says('play.before') }] };
}

const lesson: Lesson = ({ assist, options }) => [
  { says: says(Number(options?.rounds ?? 1) > 1 ? 'aim.rounds' : 'aim'), at: ['scores'] },
  { ...onTurn('card'), at: ['hand'], sight: CHOSEN },
  { ...lines(assist), at: ['table'], deed: 'play' },
  { ...play(assist), at: ['play'], deed: 'play' },
  { says: says('lock'), at: ['lock', 'scores'], passes: 'play' },
  { says: says('renew'), at: ['renew', 'hand'], passes: 'play' },
];

export default lesson;
