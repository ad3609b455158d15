/** The odds of the next tile, what stopping brings, what a bad tile costs (preview.py). */
import type { Event, Move, Seat } from '../../../local/game';
import type { KernelState } from '../../../local/kernelGame';
import { rounded } from '../../../local/reading';
import { gained, ownedBy } from './events';
import type { GenialCollect } from './game';
import { byColour, COLOURS, letters, STOP, text, TURN_UP } from './notation';
import { goalOf } from './outcome';

type Shown = Record<string, unknown>;
interface Odds extends Shown {
  pile: number;
  bad: number;
  cost: number;
}
const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);

/** For each legal move what it may bring. */
export const preview = (game: GenialCollect, view: KernelState, legal: readonly Move[]): Shown =>
  Object.fromEntries(
    legal.map((move) => [text(move), (move === STOP ? stopping : nextTile)(game, view)]),
  );

/** How many tiles of each colour the pile holds, how many of all are bad, what they cost (G4). */
export function nextTile(game: GenialCollect, view: KernelState): Odds {
  const pile = game.table.s.numbers(view.data, 'pile');
  const good = [...pile.keys()].filter((colour) => game.isGood(view, colour));
  const size = game.table.s.number(view.data, 'pile_size');
  return {
    pile: size,
    left: byColour(pile),
    good: good.map((colour) => COLOURS[colour]),
    bad: size - sum(good.map((colour) => pile[colour] ?? 0)),
    cost: sum(taken(game, view)),
  };
}

/** The chance of a bad tile, and how many tiles it costs (G4). */
export function risk(
  game: GenialCollect,
  view: KernelState,
  move: Move,
): { chance: number; cost: number } | null {
  const { bad, pile, cost } = nextTile(game, view);
  if (move === STOP || !cost || !bad) return null;
  return { chance: rounded(bad / pile, 4), cost };
}

/** The turning up of a tile that nobody knows yet; a stop has its own event. */
export const intent = (seat: Seat, move: Move): Event | null =>
  move === TURN_UP ? { event: 'turn_up', seat } : null;

/** How many tiles of each colour the seat in turn would take by stopping now (G3). */
function taken(game: GenialCollect, view: KernelState): number[] {
  if (!game.mayStop(view)) return [];
  const seat = game.table.s.number(view.data, 'turn');
  return gained(game.table, view, game.table.after('decide', view, STOP), seat);
}

/** The tiles that the seat in turn takes by stopping (G3), and whether it wins (G6). */
export function stopping(game: GenialCollect, view: KernelState): Shown {
  const tiles = taken(game, view);
  const had = ownedBy(game.table, view, game.table.s.number(view.data, 'turn'));
  const owned = had.map((n, colour) => n + (tiles[colour] ?? 0));
  const goal = goalOf(game, view.setup);
  return {
    tiles: letters(tiles),
    owned: byColour(owned),
    missing: sum(owned.map((n) => Math.max(0, goal - n))),
    wins: Math.min(...owned) >= goal,
  };
}
