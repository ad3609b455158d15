import { describe, expect, it } from 'vitest';
import type { KeptGame } from './game';
import { scoreWords } from './told';

const game = (points: number[], ranks: number[]): KeptGame => ({
  ...{ id: 'ABCDEF.1', at: 0, game: 'toy', variant: '', players: [], me: 0 },
  points,
  ranks,
});
const words = (points: number[], ranks: number[]): string =>
  scoreWords(game(points, ranks)).replaceAll('\u00a0', ' ');

describe('the points of a game', () => {
  it('say so where they are equal and something else decided', () => {
    expect(words([8, 6], [1, 2])).toBe('8 : 6');
    expect(words([3, 3], [1, 2])).toBe('3 : 3 (tie-break)');
    expect(words([3, 3], [1, 1])).toBe('3 : 3');
  });
});
