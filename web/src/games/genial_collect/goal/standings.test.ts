import { afterEach, describe, expect, it } from 'vitest';
import { language } from '../../../kit/i18n.svelte';
import type { TableState } from '../../../wire/messages';
import type { ByColour } from '../view';
import { headline, standingsOf } from './standings';

const tiles = (r: number, g: number, b: number, o: number, y: number, p: number): ByColour => ({
  r,
  g,
  b,
  o,
  y,
  p,
});
const table = (seats: number): TableState =>
  ({
    seats: ['Nina', 'Mira', 'Tom', 'Ute'].slice(0, seats).map((name) => ({ name })),
  }) as unknown as TableState;
const told = (
  scores: ByColour[],
  ranks: number[],
  seat: number | null,
  reason = 'pile-empty',
): string[] => {
  const view = { goal: 9 - scores.length };
  // No line breaks between a name and its number.
  return Object.values(headline({ scores, ranks, reason }, table(scores.length), seat, view)).map(
    (text) => text.replaceAll('\u00a0', ' '),
  );
};

afterEach(async () => {
  language.now = 'en';
  await language.ready();
});

describe('the end in words', () => {
  it('names the weakest colour, not the number of tiles', () => {
    const many = tiles(9, 9, 9, 9, 9, 2);
    const even = tiles(3, 4, 4, 4, 4, 4);
    expect(told([many, even], [2, 1], 0)).toEqual([
      'Mira wins',
      'The pile is used up: the weakest colour decides. Mira – 3 red, You – 2 purple.',
    ]);
  });

  it('goes on to the next colour where the weakest are equal', () => {
    const [one, other] = [tiles(2, 2, 4, 4, 4, 4), tiles(6, 6, 6, 6, 3, 2)];
    expect(told([one, other, other], [3, 1, 1], 0)[1]).toBe(
      'The pile is used up, and all six colours are equal.',
    );
    expect(told([one, other, tiles(1, 1, 1, 1, 1, 1)], [2, 1, 3], 1)).toEqual([
      'You win!',
      'The pile is used up: the weakest colour decides. 2 each, then You – 3 yellow, Nina – 2 green.',
    ]);
  });

  it('says what won at once, and how the next one ranks', () => {
    const scores = [tiles(5, 5, 5, 5, 5, 5), tiles(8, 8, 8, 8, 8, 4), tiles(1, 1, 1, 1, 1, 1)];
    expect(told([...scores, tiles(0, 9, 9, 9, 9, 9)], [1, 2, 3, 4], null, 'collected')).toEqual([
      'Nina wins',
      'First with 5 tiles of every colour. The others rank by their weakest colour: Mira – 4 purple.',
    ]);
  });

  it.each([
    [
      'de',
      'Der Stapel ist aufgebraucht: Die schwächste Farbe entscheidet. Du – 3 Rot, Mira – 2 Lila.',
    ],
    ['nl', 'De stapel is op: de zwakste kleur beslist. Jij – 3 rood, Mira – 2 paars.'],
  ] as const)('in %s too', async (tongue, text) => {
    language.now = tongue;
    await language.ready();
    const scores = [tiles(3, 4, 4, 4, 4, 4), tiles(9, 9, 9, 9, 9, 2)];
    expect(told(scores, [1, 2], 0)[1]).toBe(text);
  });

  it.each([7, 6, 5])('counts no colour above the goal of %i', (goal) => {
    const scores = [tiles(9, 1, 1, 1, 1, 1), tiles(9, 1, 1, 1, 1, 1)];
    const found = standingsOf({ scores, ranks: [1, 1], reason: 'pile-empty' }, goal);
    expect(found.standings[0]?.rungs.at(-1)?.value).toBe(goal);
  });
});
