/** What the first pictures show; two players are a team and have another aim. */
import type { Lesson } from '../contract';

const says = (key: string): string => `contrast.lesson.${key}`;

const lesson: Lesson = ({ seats, variant }) => {
  const team = seats === 2;
  // At large tables two pairs can win beside each other (F6).
  const win = team ? 'win.team' : (seats ?? 0) > 4 ? 'win.many' : 'win';
  return [
    { says: says(team ? 'aim.team' : 'aim'), at: ['picture'] },
    {
      says: says('choose'),
      at: ['hand'],
      sight: '[data-lesson="hand"] [aria-pressed="true"]',
      deed: 'choose',
    },
    { says: says(win), at: ['results', 'picture'] },
    { says: says(team ? 'points.team' : 'points'), at: ['points', 'results'] },
    // As many cards rest as lie in a row (F2).
    {
      says: says('resting'),
      values: { n: variant === 'expert' ? 3 : 2 },
      at: ['resting', 'others'],
    },
  ];
};

export default lesson;
