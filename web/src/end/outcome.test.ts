import { describe, expect, it } from 'vitest';
import type { TableState } from '../wire/messages';
import { faceOf, outcome } from './outcome';

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

  it('shows one’s own avatar or the winner’s', () => {
    expect(faceOf({ ranks: [2, 1] }, 0)).toBe(1);
    expect(faceOf({ ranks: [1, 1] }, 1)).toBe(1);
    expect(faceOf({}, null)).toBe(0);
  });
});
