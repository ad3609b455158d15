import { expect, it } from 'vitest';
import { language } from '../../kit/i18n.svelte';
import { ahead, reason, slipped } from './reason';

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
    'It gives less away: it opens nothing for Jonas. Whoever takes the most points (+9) looks only at their own and opens 6.',
  );
  const keeps = { why: 'keeps', colour: 'y', places: 3, instead: 1, tied: 1 };
  expect(reason(keeps, names, view)).toBe(
    'It keeps 3 places open for yellow, your weakest. Whoever takes the most points looks only at this move and leaves 1.',
  );
});

const slips = [
  { slip: 'last', colour: 'r', left: 2, from: 3, to: 5 },
  { slip: 'weakest', colours: ['r', 'b'], from: 3, to: 5, tied: 2 },
  { slip: 'shuts', colour: 'b', seat: 1, points: 3, tied: 1 },
  { slip: 'gift', seat: 1, opens: 7, instead: 2 },
  { slip: 'denies', colour: 'b', seat: 1, points: 5, instead: 1, tied: 2 },
  { slip: 'spends', colour: 'y', tile: 'ry', tied: 1 },
  { slip: 'places', colour: 'y', places: 1, instead: 3, tied: 1 },
];

it.each(['en', 'de', 'nl'] as const)('names what a mistake overlooked (%s)', async (tongue) => {
  language.now = tongue;
  await language.ready();
  for (const slip of slips) expect(slipped(slip, names)).not.toMatch(/[{}]|genial\./);
  language.now = 'en';
});

it('counts right in three languages', async () => {
  const last = (left: number) =>
    slipped({ slip: 'last', colour: 'r', left, from: 3, to: 5 }, names);
  const weakest = (...colours: string[]) =>
    slipped({ slip: 'weakest', colours, from: 3, to: 5, tied: 2 }, names);
  const swaps = (...colours: string[]) => reason({ why: 'swaps', colours }, names, view);
  expect(last(0)).toContain('none with red can come any more, and');
  language.now = 'de';
  await language.ready();
  expect([0, 1, 2].map(last).join()).toMatch(
    /Keiner mit Rot kann noch.*Nur 1 mit Rot kann noch.*Nur 2 mit Rot können noch/,
  );
  expect(weakest('r')).toMatch(/^Die schwächste Farbe .*Rot hätte/);
  expect(weakest('r', 'b')).toMatch(/^Die schwächsten Farben .*Rot und Blau hätten/);
  expect(swaps('r', 'b')).toContain('deine schwächsten Farben');
  language.now = 'nl';
  await language.ready();
  expect([0, 1, 2].map(last).join()).toMatch(
    /er kan geen meer met.*er kan nog maar 1 met.*er kunnen nog maar 2 met/,
  );
  expect(weakest('r')).toMatch(/^De zwakste kleur .* had van/);
  expect(weakest('r', 'b')).toMatch(/^De zwakste kleuren .* hadden van/);
  expect(swaps('r', 'b')).toContain('je zwakste kleuren');
  language.now = 'en';
});

it('says what was overlooked with its numbers', () => {
  expect(slips.map((slip) => slipped(slip, names))).toEqual([
    'Did not count tiles: only 2 more with red can come, and red stayed at 3.',
    'Forgot the weakest colours: red and blue could have gone from 3 to at least 5.',
    'Looked only at own points: blue, the weakest of Jonas, can still score 3; after the better move, nothing.',
    'Looked only at own points: it opened 7 steps for Jonas, the better move 2.',
    'Looked only at own points: half a tile with blue, one of the weakest of Jonas, can score 5; after the better move, 1.',
    'Looked only at this move: it used up the only tile with yellow, the weakest.',
    'Looked only at this move: yellow, the weakest, has 1 place left; the better move keeps 3.',
  ]);
});

const hints = (...moves: [string, number][]) => moves.map(([move, worth]) => ({ move, worth }));

it.each([
  ['en', 'It wins about 12 more games in 100 than the next idea.'],
  ['de', 'Er gewinnt von 100 Partien etwa 12 mehr als die nächstbeste Idee.'],
  ['nl', 'Hij wint van de 100 spellen er ongeveer 12 meer dan het op een na beste idee.'],
] as const)('says how much better a move is (%s)', async (tongue, text) => {
  language.now = tongue;
  await language.ready();
  expect(ahead(hints(['rb h9 h10', 0.714], ['gy a1 a2', 0.592]), view)).toBe(text);
  language.now = 'en';
});

it('compares with another idea: not with the same tile, turned on one of its cells', () => {
  const turned: [string, number][] = [
    ['rb h9 h10', 0.7],
    ['br h10 i10', 0.69],
    ['rb h10 h9', 0.6],
  ];
  expect(ahead(hints(...turned), view)).toBeNull();
  expect(ahead(hints(...turned, ['rb a1 a2', 0.5]), view)).toContain('about 20 more');
  // Another tile on the same cells is another idea, and so is the answer to an exchange.
  expect(ahead(hints(['rb h9 h10', 0.7], ['gb h9 h10', 0.5]), view)).toContain('about 20 more');
  expect(ahead(hints(['exchange', 0.7], ['draw', 0.5]), view)).toContain('about 20 more');
});

it('says nothing alone: there is nobody to beat', () => {
  const two = hints(['rb h9 h10', 0.7], ['gy a1 a2', 0.2]);
  expect(ahead(two, { ...view, variant: 'solo' })).toBeNull();
});
