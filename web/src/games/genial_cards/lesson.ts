/** What a first round of the card game shows. */
import type { Lesson } from '../contract';

const says = (key: string): string => `genial_cards.lesson.${key}`;

// Below level 2 the page says nothing of what a card would bring.
const pure = (key: string, assist = 2): string => says(assist < 2 ? `${key}.pure` : key);

const lesson: Lesson = ({ assist, options }) => [
  { says: says(Number(options?.rounds ?? 1) > 1 ? 'aim.rounds' : 'aim'), at: ['scores'] },
  {
    says: says('card'),
    at: ['hand'],
    sight: '[data-lesson="hand"] [aria-pressed="true"]',
  },
  { says: pure('lines', assist), at: ['table'], deed: 'play' },
  { says: pure('play', assist), at: ['play'], deed: 'play' },
  { says: says('lock'), at: ['lock', 'scores'] },
  { says: says('renew'), at: ['renew', 'hand'] },
];

export default lesson;
