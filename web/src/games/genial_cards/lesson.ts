/** What a first round of the card game shows. */
import type { Lesson, LessonStep } from '../contract';

const says = (key: string): string => `genial_cards.lesson.${key}`;

const CHOSEN = '[data-lesson="hand"] [aria-pressed="true"]';

/** What a step says of the chosen card; below level 2 the page says nothing of what it would bring. */
function told(key: string, before: string, assist = 2): Pick<LessonStep, 'says' | 'until'> {
  if (assist < 2) return { says: says(`${key}.pure`) };
  return { says: says(key), until: { sight: CHOSEN, says: says(before) } };
}

const lesson: Lesson = ({ assist, options }) => [
  { says: says(Number(options?.rounds ?? 1) > 1 ? 'aim.rounds' : 'aim'), at: ['scores'] },
  { says: says('card'), at: ['hand'], sight: CHOSEN },
  { ...told('lines', 'lines.pure', assist), at: ['table'], deed: 'play' },
  { ...told('play', 'play.before', assist), at: ['play'], deed: 'play' },
  { says: says('lock'), at: ['lock', 'scores'] },
  { says: says('renew'), at: ['renew', 'hand'] },
];

export default lesson;
