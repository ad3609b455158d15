/** What the first pictures show; two players are a team and have another aim. */
import type { Lesson } from '../contract';

const says = (key: string): string => `contrast.lesson.${key}`;

const lesson: Lesson = ({ seats, variant, assist }) => {
  const team = seats === 2;
  return [
    { says: says(team ? 'aim.team' : 'aim'), at: ['picture'] },
    {
      says: says('choose'),
      at: ['hand'],
      sight: '[data-lesson="hand"] [aria-pressed="true"]',
      deed: 'choose',
    },
    { says: says(team ? 'win.team' : 'win'), at: ['results', 'picture'] },
    {
      says: says((assist ?? 2) < 2 ? 'resting.pure' : 'resting'),
      values: { n: variant === 'expert' ? 3 : 2 },
      at: ['resting', 'others'],
    },
    { says: says(team ? 'points.team' : 'points'), at: ['points'] },
  ];
};

export default lesson;
