/** How a game ended for a player, from its ranks; games may have better words for it. */
import type { TableState } from '../wire/messages';

export type Outcome =
  { kind: 'won' | 'shared' | 'alone' } | { kind: 'lost' | 'watched'; winners: string[] };

function ranksOf(result: Record<string, unknown>): number[] {
  return Array.isArray(result.ranks) ? result.ranks.map(Number) : [];
}

/** Who won, and what that means for a seat (null: a spectator). */
export function outcome(
  result: Record<string, unknown>,
  table: TableState,
  seat: number | null,
): Outcome {
  const ranks = ranksOf(result);
  const first = ranks.flatMap((rank, n) => (rank === 1 ? [n] : []));
  const winners = first.map((n) => table.seats[n]?.name ?? '–');
  if (ranks.length === 1) return { kind: 'alone' };
  if (seat === null) return { kind: 'watched', winners };
  if (ranks[seat] !== 1) return { kind: 'lost', winners };
  return { kind: first.length === ranks.length ? 'shared' : 'won' };
}

/** The seat whose avatar is beside the headline: one's own if it won, else a winner's. */
export function faceOf(result: Record<string, unknown>, seat: number | null): number {
  const ranks = ranksOf(result);
  if (seat !== null && ranks[seat] === 1) return seat;
  return Math.max(0, ranks.indexOf(1));
}
