/** Results: ranks, chips and victory points (outcome.py). */
import type { Result, Setup } from '../../../local/game';
import type { KernelState } from '../../../local/kernelGame';
import { ranked } from '../../../local/reading';
import { byColour, chipsOf } from './cards';
import type { GenialCards } from './game';

/** The chips of all seats in this round, as a record's result has them. */
export const scores = (
  { table }: GenialCards,
  { setup, data }: KernelState,
): Record<string, number>[] =>
  Array.from({ length: setup.seats }, (_, seat) => byColour(chipsOf(table, data, seat)));

/** Ranks (E9, and E10 for several rounds), chips and victory points at the end. */
export function result(game: GenialCards, state: KernelState): Result | null {
  if (game.phase(state) !== 'over') return null;
  const { table } = game;
  const { setup, data } = state;
  const won = table.s.numbers(data, 'points', 0, setup.seats);
  const key = (seat: number): number =>
    Number(table.kernels.call('rank_key', table.states(state), seat));
  const keys = setup.options.rounds === 1 ? won.map((_, seat) => key(seat)) : won;
  return { ranks: ranked(keys), scores: scores(game, state), points: won };
}

/** Each seat's weakest chip, in a match of several rounds its victory points. */
export function measure({ options }: Setup, found: Result): number[] {
  if ((options.rounds ?? 1) > 1) return found.points as number[];
  return (found.scores as Record<string, number>[]).map((chips) =>
    Math.min(...Object.values(chips)),
  );
}
