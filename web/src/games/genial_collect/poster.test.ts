import { describe, expect, it } from 'vitest';
import { scoreText } from '../../end/outcome';
import { tally } from './poster';

const tiles = (...values: number[]): Record<string, number> =>
  Object.fromEntries([...'rgboyp'].map((colour, n) => [colour, values[n] ?? 7]));
const shown = (scores: object[], reason: string): string[] => {
  const result = { scores, ranks: [1, 2], reason };
  const found = tally(result, { goal: 7 });
  return [scoreText(found, result).replaceAll('\u00a0', ' '), found.label];
};

describe('the numbers of a result', () => {
  it('are the slots filled when somebody has collected all', () => {
    expect(shown([tiles(), tiles(7, 9, 3)], 'collected')).toEqual([
      '42 : 38',
      'genial_collect.tally',
    ]);
  });

  it('are what decided when the pile is used up, and not the number of tiles', () => {
    const few = tiles(3, 3, 3, 3, 3, 3);
    expect(shown([few, tiles(1)], 'pile-empty')).toEqual(['3 : 1', 'genial_collect.tally.weakest']);
    expect(shown([tiles(2, 5), tiles(2, 4)], 'pile-empty')).toEqual([
      '',
      'genial_collect.tally.later',
    ]);
  });
});
