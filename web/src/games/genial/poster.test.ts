import { describe, expect, it } from 'vitest';
import { scoreText } from '../../end/outcome';
import { tally } from './poster';

const scores = (...values: number[]): Record<string, number> =>
  Object.fromEntries([...'rgboyp'].map((colour, n) => [colour, values[n] ?? 18]));
const shown = (made: object, ranks: number[]): string[] => {
  const result = { ...made, ranks, reason: 'board-full' };
  const found = tally(result);
  return [scoreText(found, result).replaceAll('\u00a0', ' '), found.label];
};
/** After a tie: what was equal, and then the numbers of both sides. */
const after = (made: object, ranks: number[]): unknown[] => {
  const { tie, sides } = tally({ ...made, ranks, reason: 'board-full' });
  return [tie, ...sides.map(({ value }) => value)];
};

describe('the numbers of a result', () => {
  it('are the weakest colours', () => {
    const made = { scores: [scores(10, 11, 12), scores(8, 14, 15)] };
    expect(shown(made, [1, 2])).toEqual(['10 : 8', 'genial.tally']);
  });

  it('are the first that differ where the weakest are equal', () => {
    const made = { scores: [scores(9, 3, 4), scores(9, 7, 3)] };
    expect(shown(made, [2, 1])).toEqual(['', 'genial.tally.later']);
    expect(after(made, [2, 1])).toEqual([3, 4, 7]);
    const team = { scores: [scores(3, 5), scores(3, 4)] };
    expect(after(team, [1, 3, 1, 3])).toEqual([3, 5, 4]);
  });

  it('are equal in a draw, and the weakest with three', () => {
    const same = scores(3, 5);
    expect(shown({ scores: [same, same] }, [1, 1])).toEqual(['3 : 3', 'genial.tally']);
    const three = { scores: [same, scores(3, 4), scores(2)], ranks: [1, 2, 3] };
    expect(tally(three).sides.map(({ value }) => value)).toEqual([3, 3, 2]);
  });

  it('are the markers of a duel, and their fields where the markers are equal', () => {
    const apart = scores(1, 1, 1, 1, -5, -5);
    expect(shown({ scores: apart }, [1, 2])).toEqual(['4 : 2', 'genial.tally.markers']);
    const level = scores(1, 4, 5, -1, -3, -5);
    expect(shown({ scores: level }, [1, 2])).toEqual(['', 'genial.tally.markers.later']);
    expect(after({ scores: level }, [1, 2])).toEqual([3, 4, 3]);
  });
});
