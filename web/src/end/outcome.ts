/** How a game ended for a player, from its ranks; games may have better words for it. */
import type { Tally, TallySide } from '../games/contract';
import type { TableState } from '../wire/messages';

export type Outcome =
  { kind: 'won' | 'shared' | 'alone' } | { kind: 'lost' | 'watched'; winners: string[] };

function ranksOf(result: Record<string, unknown>): number[] {
  return Array.isArray(result.ranks) ? result.ranks.map(Number) : [];
}

const winnersOf = (ranks: readonly number[]): number[] =>
  ranks.flatMap((rank, n) => (rank === 1 ? [n] : []));

/** Who won, and what that means for a seat (null: a spectator). */
export function outcome(
  result: Record<string, unknown>,
  table: TableState,
  seat: number | null,
): Outcome {
  const ranks = ranksOf(result);
  const first = winnersOf(ranks);
  const winners = first.map((n) => table.seats[n]?.name ?? '–');
  if (ranks.length === 1) return { kind: 'alone' };
  if (seat === null) return { kind: 'watched', winners };
  if (ranks[seat] !== 1) return { kind: 'lost', winners };
  return { kind: first.length === ranks.length ? 'shared' : 'won' };
}

/** The seats whose avatars are beside the headline: all who won, oneself first. */
export function facesOf(result: Record<string, unknown>, seat: number | null): number[] {
  const first = winnersOf(ranksOf(result));
  const own = first.filter((n) => n === seat);
  const all = [...own, ...first.filter((n) => n !== seat)];
  return all.length ? all : [0];
}

/** The sides of a result, one's own first. */
export const ownFirst = (sides: readonly TallySide[], seat: number | null): TallySide[] => {
  const own = sides.filter(({ seats }) => seat !== null && seats.includes(seat));
  return [...own, ...sides.filter((side) => !own.includes(side))];
};

/** Whether there is something to celebrate for a seat; alone only a record is. */
export function isHappy(
  result: Record<string, unknown>,
  table: TableState,
  seat: number | null,
  tally: Tally | undefined,
  record: boolean,
): boolean {
  const { kind } = outcome(result, table, seat);
  if (tally?.lost) return false;
  return kind === 'alone' ? record : kind !== 'lost';
}

// Spaces at which no line breaks.
const NEVER_APART = '\u00a0:\u00a0';

/**
 * The two numbers of a result, the winner's first ("10 : 8"); empty where there are not two, and after
 * a tie: the sentence below says both what was equal and what decided.
 */
export function scoreText(tally: Tally | undefined, result: Record<string, unknown>): string {
  if (tally?.tie !== undefined) return '';
  const ranks = ranksOf(result);
  const rank = ({ seats }: TallySide): number => ranks[seats[0] ?? 0] ?? 0;
  const sides = [...(tally?.sides ?? [])].sort((a, b) => rank(a) - rank(b));
  return sides.length === 2 ? sides.map(({ value }) => value).join(NEVER_APART) : '';
}
