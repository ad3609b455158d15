/** Results: ranks and tiles (outcome.py). */
import type { Result, Setup } from '../../../local/game';
import type { KernelState } from '../../../local/kernelGame';
import { ranked } from '../../../local/reading';
import { ownedBy } from './events';
import type { GenialCollect } from './game';
import { byColour } from './notation';

const rows = ({ table }: GenialCollect, state: KernelState): number[][] =>
  Array.from({ length: state.setup.seats }, (_, seat) => ownedBy(table, state, seat));

export const goalOf = ({ table }: GenialCollect, setup: Setup): number =>
  table.v.number(table.table(setup).data, 'goal');

const short = (owned: readonly number[], goal: number): number =>
  owned.reduce((sum, n) => sum + Math.max(0, goal - n), 0);

/** How many tiles each seat still needs for the goal (G6). */
export const missing = (game: GenialCollect, state: KernelState): number[] =>
  rows(game, state).map((owned) => short(owned, goalOf(game, state.setup)));

/** How many tiles each seat owns that count for the goal (G6). */
export const measure = (game: GenialCollect, setup: Setup, found: Result): number[] =>
  (found.scores as Record<string, number>[]).map((owned) =>
    Object.values(owned).reduce((sum, n) => sum + Math.min(n, goalOf(game, setup)), 0),
  );

/** The tiles of all seats, as a record's result has them: not cut at the goal. */
export const scores = (game: GenialCollect, state: KernelState): Record<string, number>[] =>
  rows(game, state).map(byColour);

/** Ranks, tiles and the reason for the end (G6, G7). */
export function result(game: GenialCollect, state: KernelState): Result | null {
  if (game.phase(state) !== 'over') return null;
  const keys = rows(game, state).map((_, seat) => game.table.number('rank_key', state, seat));
  const reason = missing(game, state).includes(0) ? 'collected' : 'pile-empty';
  return { ranks: ranked(keys), scores: scores(game, state), reason };
}
