import { describe, expect, it } from 'vitest';
import type { TableState } from '../wire/messages';
import { facesOf, isHappy, outcome, ownFirst, scoreText } from './outcome';

const table = {
  seats: ['Ada', 'Ben', 'Cem', 'Dee'].map((name) => ({ name })),
} as unknown as TableState;

describe('the outcome', () => {
  it('differs for winner, loser and spectator', () => {
    const result = { ranks: [2, 1] };
    expect(outcome(result, table, 1)).toEqual({ kind: 'won' });
    expect(outcome(result, table, 0)).toEqual({ kind: 'lost', winners: ['Ben'] });
    expect(outcome(result, table, null)).toEqual({ kind: 'watched', winners: ['Ben'] });
  });

  it('counts as won for both players of a team', () => {
    const result = { ranks: [1, 3, 1, 3] };
    expect(outcome(result, table, 2)).toEqual({ kind: 'won' });
    expect(outcome(result, table, 1)).toEqual({ kind: 'lost', winners: ['Ada', 'Cem'] });
  });

  it('can be shared by all, or be a game alone', () => {
    expect(outcome({ ranks: [1, 1] }, table, 0)).toEqual({ kind: 'shared' });
    expect(outcome({ ranks: [1] }, table, 0)).toEqual({ kind: 'alone' });
  });

  it('shows all who won, oneself first', () => {
    expect(facesOf({ ranks: [2, 1] }, 0)).toEqual([1]);
    expect(facesOf({ ranks: [1, 1] }, 1)).toEqual([1, 0]);
    expect(facesOf({ ranks: [1, 1, 3] }, null)).toEqual([0, 1]);
    expect(facesOf({}, null)).toEqual([0]);
  });

  it('is happy for winners and spectators, and alone for a record', () => {
    const happy = (ranks: number[], seat: number | null, record = false): boolean =>
      isHappy({ ranks }, table, seat, undefined, record);
    expect(happy([1, 2], 0)).toBe(true);
    expect(happy([1, 2], 1)).toBe(false);
    expect(happy([1, 2], null)).toBe(true);
    expect(happy([1, 1], 1)).toBe(true);
    expect(happy([1], 0)).toBe(false);
    expect(happy([1], 0, true)).toBe(true);
    const lost = { label: '', sides: [], lost: true };
    expect(isHappy({ ranks: [1, 1] }, table, 0, lost, false)).toBe(false);
  });

  it('has the winner’s number first, and one’s own side', () => {
    const sides = [
      { seats: [0, 2], value: 8 },
      { seats: [1, 3], value: 10 },
    ];
    expect(scoreText({ label: '', sides }, { ranks: [3, 1, 3, 1] })).toBe('10\u00a0:\u00a08');
    expect(scoreText({ label: '', sides }, { ranks: [1, 1, 1, 1] })).toBe('8\u00a0:\u00a010');
    expect(scoreText({ label: '', sides: sides.slice(1) }, { ranks: [1] })).toBe('');
    expect(ownFirst(sides, 1).map(({ value }) => value)).toEqual([10, 8]);
  });
});
