/** Results: ranks and scores, who plays together, and how many turns are left (outcome.py). */
import type { Result, Seat, Setup } from '../../../local/game';
import type { KernelState } from '../../../local/kernelGame';
import { ranked } from '../../../local/reading';
import { COLOURS } from './board';
import type { Genial } from './game';

type Track = Record<string, number>;

/** How many sides there are, and whether both pull at one track (D1). */
function shape(game: Genial, setup: Setup): { sides: number; tug: boolean } {
  const { v } = game.table;
  const { data } = game.table.table(setup);
  const tug = Boolean(v.number(data, 'tug'));
  const rows = new Set(v.numbers(data, 'track', 0, setup.seats));
  return { sides: tug ? setup.seats : rows.size, tug };
}

/** The teams, which take turns (C1), or every seat as a side of its own. */
export function sides(game: Genial, setup: Setup): Seat[][] {
  const { sides } = shape(game, setup);
  const seats = Array.from({ length: setup.seats }, (_, seat) => seat);
  return seats.slice(0, sides).map((side) => seats.filter((seat) => seat % sides === side));
}

/** The markers as a record's result has them. */
export function scores(game: Genial, { setup, data }: KernelState): Track | Track[] {
  const { sides, tug } = shape(game, setup);
  const rows = Array.from({ length: tug ? 1 : sides }, (_, n): Track => {
    const at = game.table.s.numbers(data, 'tracks', 6 * n, 6);
    return Object.fromEntries([...COLOURS].map((colour, c) => [colour, at[c] ?? 0]));
  });
  return tug ? (rows[0] ?? {}) : rows;
}

/** Ranks, scores and the reason for the end; nothing before it. */
export function result(game: Genial, state: KernelState): Result | null {
  if (game.phase(state) !== 'over') return null;
  const { sides, tug } = shape(game, state.setup);
  const keys = Array.from({ length: sides }, (_, side) => game.table.ask('rank_key', state, side));
  const ranks = ranked(keys);
  const won = game.table.s.number(state.data, 'reason') !== 0;
  return {
    ranks: Array.from({ length: state.setup.seats }, (_, seat) => ranks[seat % sides] ?? 0),
    scores: scores(game, state),
    reason: won ? (tug ? 'all-on-one-side' : 'all-at-end') : 'board-full',
  };
}

/** Each seat's weakest colour; in the duel how many markers it has on its side. */
export function measure(setup: Setup, found: Result): number[] {
  if (!Array.isArray(found.scores)) {
    const markers = Object.values(found.scores as Track);
    return [markers.filter((at) => at > 0).length, markers.filter((at) => at < 0).length];
  }
  const weakest = (found.scores as Track[]).map((track) => Math.min(...Object.values(track)));
  return Array.from({ length: setup.seats }, (_, seat) => weakest[seat % weakest.length] ?? 0);
}

/** The end of the track for a lone player, who cannot win (B3). */
export function stake(game: Genial, setup: Setup): number | null {
  if (setup.seats > 1) return null;
  return game.table.v.number(game.table.table(setup).data, 'end');
}
