import { describe, expect, it } from 'vitest';
import type { TableState } from '../../../wire/messages';
import { headline, worthAlone } from './verdictText';

const table = { seats: [{ name: 'Nina' }] } as unknown as TableState;
const colours = (weakest: number): Record<string, number> => ({
  ...{ r: 20, g: 20, b: 20, o: 20, y: 20 },
  p: weakest,
});
const alone = (n: number): string =>
  headline({ ranks: [1], scores: [colours(n)], reason: 'full' }, table, 0).reason;

describe('a result alone', () => {
  it.each([
    [0, 'start'],
    [5, 'start'],
    [6, 'going'],
    [9, 'going'],
    [10, 'good'],
    [13, 'good'],
    [14, 'great'],
    [17, 'great'],
    [18, 'best'],
    [36, 'best'],
  ])('of %i is called %s', (n, word) => expect(worthAlone(n)).toBe(word));

  it('of 4 gets no praise, and one of 14 does', () => {
    expect(alone(4)).toContain('stands at 4');
    expect(alone(4)).not.toMatch(/well|good|outstanding|!/i);
    expect(alone(14)).toContain('Very well played!');
  });
});

describe('a tie-break', () => {
  const two = { seats: [{ name: 'Nina' }, { name: 'Jonas' }] } as unknown as TableState;
  const scores = (...values: number[]): Record<string, number> =>
    Object.fromEntries([...'rgboyp'].map((colour, n) => [colour, values[n] ?? 0]));
  const reason = (mine: number[], theirs: number[]): string =>
    headline(
      { ranks: [1, 2], scores: [scores(...mine), scores(...theirs)], reason: 'board-full' },
      two,
      0,
    ).reason.replaceAll('\u00a0', ' ');

  it.each([
    [[4, 9, 9, 9, 9, 9], [3, 9, 9, 9, 9, 9], 'Weakest colour: You – 4, Jonas – 3.'],
    [[3, 6, 9, 9, 9, 9], [3, 5, 9, 9, 9, 9], 'Weakest colour 3 each, then You – 6, Jonas – 5.'],
    [
      [3, 5, 8, 9, 9, 9],
      [5, 3, 7, 9, 9, 9],
      'Weakest colours 3 and 5 each, then You – 8, Jonas – 7.',
    ],
    [
      [3, 5, 5, 9, 9, 9],
      [3, 5, 5, 8, 9, 9],
      'Weakest colours 3, 5 and 5 each, then You – 9, Jonas – 8.',
    ],
  ])('%# names every colour that was equal', (mine, theirs, said) =>
    expect(reason(mine, theirs)).toBe(said),
  );
});
