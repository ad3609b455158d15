/** What the first pictures show; two players are a team and have another aim. */
import type { Lesson } from '../contract';

const says = (key: string): string => `contrast.lesson.${key}`;

/** Return the words for who wins: three players and large tables have exceptions (F6). */
function winning(seats: number): string {
  if (seats === 2) return 'win.team';
  if (seats === 3) return 'win.three';
  return seats > 4 ? 'win.many' : 'win';
}

const lesson: Lesson = ({ seats, variant }) => {
  const team = seats === 2;
  return [
    { says: says(team ? 'aim.team' : 'aim'), at: ['picture'] },
    {
      says: says('choose'),
      // The result of the round before is being looked at.
      until: [{ sight: '[data-lesson="hand"]', says: says('choose.wait') }],
      at: ['hand'],
      // One that is only marked is not chosen yet.
      sight: '[data-lesson="hand"] [data-which="chosen"]',
      deed: 'choose',
    },
    { says: says(winning(seats ?? 0)), at: ['results', 'picture'], passes: 'choose' },
    { says: says('slow'), at: ['others', 'picture'], passes: 'choose' },
    { says: says(team ? 'points.team' : 'points'), at: ['points', 'results'], passes: 'choose' },
    // As many cards rest as lie in a row (F2).
    {
      says: says('resting'),
      values: { n: variant === 'expert' ? 3 : 2 },
      at: ['resting', 'others'],
      passes: 'choose',
    },
  ];
};

export default lesson;
