/** What a first round of the card game shows. */
import type { Lesson } from '../contract';

const says = (key: string): string => `genial_cards.lesson.${key}`;

const lesson: Lesson = ({ assist, options }) => [
  { says: says(Number(options?.rounds ?? 1) > 1 ? 'aim.rounds' : 'aim'), at: ['scores'] },
  {
    says: says('card'),
    at: ['hand'],
    sight: '[data-lesson="hand"] [aria-pressed="true"]',
  },
  { says: says((assist ?? 2) < 2 ? 'lines.pure' : 'lines'), at: ['table'], deed: 'play' },
  { says: says('play'), at: ['play'], deed: 'play' },
  { says: says('lock'), at: ['lock', 'scores'] },
  { says: says('renew'), at: ['renew', 'hand'] },
];

export default lesson;
