import { expect, it } from 'vitest';
import { reason } from './reason';

const names = ['Nina', 'Jonas'];
const view = { variant: 'base', seats: 2, seat: 0 };
const lifts = { why: 'lifts', colours: ['r'], from: 3, to: 5, tied: 1, weakest: 4 };

it('calls the weakest the weakest only where no other colour is as weak', () => {
  expect(reason(lifts, names, view)).toBe('It lifts your weakest: red from 3 to 5.');
  expect(reason({ ...lifts, tied: 2 }, names, view)).toBe(
    'It lifts one of your weakest: red from 3 to 5.',
  );
  expect(reason({ ...lifts, colours: ['r', 'b'], tied: 2 }, names, view)).toBe(
    'It lifts all your weakest: red and blue.',
  );
  expect(reason({ ...lifts, colours: ['r', 'b'], tied: 3 }, names, view)).toBe(
    'It lifts 2 of your 3 weakest: red and blue.',
  );
});

it('names the other player, and partners together', () => {
  const shuts = { why: 'shuts', colour: 'b', seat: 1, points: 3, tied: 2 };
  expect(reason(shuts, names, view)).toBe(
    'It takes the last place where blue, one of the weakest of Jonas, could still score.',
  );
  const four = ['Ada', 'Bo', 'Cy', 'Di'];
  expect(reason({ ...shuts, tied: 1 }, four, { variant: 'team', seats: 4, seat: 0 })).toContain(
    'the weakest of Bo and Di',
  );
  const gift = { why: 'gift', opens: 0, instead: 6, gain: 9 };
  expect(reason(gift, names, view)).toBe(
    'It gives less away: it opens nothing for Jonas, the move with the most points (+9) would open 6.',
  );
});
