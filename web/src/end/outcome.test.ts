import { describe, expect, it } from 'vitest';
import type { TableState } from '../wire/messages';
import { faceOf, outcome } from './outcome';

const table = {
  seats: ['Ada', 'Ben', 'Cem', 'Dee'].map((name) => ({ name })),
} as unknown as TableState;

describe('the outcome', () => {
  it('is one for the winner, another for the loser and for those who watched', () => {
    const result = { ranks: [2, 1] };
    expect(outcome(result, table, 1)).toEqual({ kind: 'won' });
    expect(outcome(result, table, 0)).toEqual({ kind: 'lost', winners: ['Ben'] });
    expect(outcome(result, table, null)).toEqual({ kind: 'watched', winners: ['Ben'] });
  });

  it('of a team is won by both', () => {
    const result = { ranks: [1, 3, 1, 3] };
    expect(outcome(result, table, 2)).toEqual({ kind: 'won' });
    expect(outcome(result, table, 1)).toEqual({ kind: 'lost', winners: ['Ada', 'Cem'] });
  });

  it('can be shared by all, or nobody else was there', () => {
    expect(outcome({ ranks: [1, 1] }, table, 0)).toEqual({ kind: 'shared' });
    expect(outcome({ ranks: [1] }, table, 0)).toEqual({ kind: 'alone' });
  });

  it('shows the face of oneself or of the winner', () => {
    expect(faceOf({ ranks: [2, 1] }, 0)).toBe(1);
    expect(faceOf({ ranks: [1, 1] }, 1)).toBe(1);
    expect(faceOf({}, null)).toBe(0);
  });
});
