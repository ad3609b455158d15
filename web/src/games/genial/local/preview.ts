/** What a page needs to show what a move would bring before it is made (preview.py). */
import { count } from '../../../local/bits';
import type { Move } from '../../../local/game';
import type { KernelView } from '../../../local/kernelGame';
import { cellName, CELLS, COLOURS } from './board';
import type { Genial } from './game';
import { PLACE } from './notation';
import { rackOf } from './view';

const DIRECTIONS = ['e', 'nw', 'ne', 'w', 'se', 'sw'];
const MOST = 64; // more than a half ever scores
const KINDS = 21;
const YES = 2;
type Pair = [number, number];
type Shown = Record<string, unknown>;

/** The edges on which a tile may lie, in memory too, and what a half would score on each cell. */
interface Places {
  edges: Pair[];
  at: number;
  /** Of each cell and colour, in memory too. */
  points: number[];
  pointsAt: number;
}

const pairs = (flat: readonly number[]): Pair[] =>
  Array.from({ length: flat.length / 2 }, (_, n): Pair => [flat[2 * n] ?? 0, flat[2 * n + 1] ?? 0]);

/** The lines around every cell that may be covered, and where points move the markers. */
export function preview(game: Genial, view: KernelView, legal: readonly Move[]): Shown | null {
  if ((legal.at(-1) ?? 0) < PLACE) return null; // an exchange is offered: nothing is laid
  const { lines, places } = surveyed(game, view);
  return {
    lines,
    reach: reach(game, view, places),
    ...twice(game, view, places),
    ...exchange(game, view, places),
  };
}

function surveyed({ table, board }: Genial, view: KernelView): { lines: Shown; places: Places } {
  const at = table.room('edges', 'i8', 2 * board.edges.length);
  const edges = pairs(table.written(at, 'i8', 2 * table.number('open_edges', view, at)));
  const used = [...new Set(edges.flat())].sort((a, b) => a - b);
  const cells = table.given('cells', 'i8', used);
  const out = table.room('lines', 'i8', 4 * DIRECTIONS.length * CELLS);
  const pointsAt = table.room('points', 'i8', COLOURS.length * CELLS);
  const states = table.states(view);
  const given = { states, cells, out, points: pointsAt, cells_given: used.length };
  const found = table.written(out, 'i8', 4 * Number(table.kernels.run('lines', given)));
  const lines = Object.fromEntries(used.map((cell) => [cellName(cell), {} as Shown]));
  for (let n = 0; n < found.length; n += 4) {
    const [cell = 0, way = 0, colour = 0, length = 0] = found.slice(n, n + 4);
    const around = lines[cellName(cell)];
    if (around) around[DIRECTIONS[way] ?? ''] = `${COLOURS[colour]}${length}`;
  }
  const points = table.written(pointsAt, 'i8', COLOURS.length * CELLS);
  return { lines, places: { edges, at, points, pointsAt } };
}

/** Per colour where 0, 1, 2 … points of one tile take the marker, with bonus turns. */
function reach({ table }: Genial, view: KernelView, { edges, at, pointsAt }: Places): Shown {
  const most = table.room('most', 'i8', COLOURS.length);
  const given = { edges: at, points: pointsAt, out: most, edges_given: edges.length };
  table.kernels.run('most_points', given);
  const tops = table.written(most, 'i8', COLOURS.length);
  const wide = Math.max(...tops) + 1;
  const out = table.room('reach', 'i1', COLOURS.length * wide * 2);
  const states = table.states(view, 2);
  const at_ = table.table(view.setup).at;
  table.kernels.run('reaches', { states, table: at_, seat: view.seat, out, points: wide });
  const found = pairs(table.written(out, 'i1', COLOURS.length * wide * 2));
  return Object.fromEntries(
    tops.map((top, n) => [COLOURS[n], found.slice(n * wide, n * wide + top + 1)]),
  );
}

/** The same for doubles on the rack whose halves must be scored separately (B2). */
function twice(game: Genial, view: KernelView, { edges, points }: Places): Shown {
  const { table, board } = game;
  const { at, data } = table.table(view.setup);
  if (table.v.number(data, 'stop') === table.v.number(data, 'end')) return {};
  const found: Shown = {};
  [...COLOURS].forEach((letter, colour) => {
    if (!count(rackOf(table, view), board.layOf(letter + letter))) return;
    const half = (cell: number): number => points[COLOURS.length * cell + colour] ?? 0;
    const codes = edges.flatMap(([a, b]) => [MOST * half(a) + half(b), MOST * half(b) + half(a)]);
    const tried = [...new Set(codes)]
      .sort((a, b) => a - b)
      .map((code): Pair => [Math.floor(code / MOST), code % MOST]);
    const given = table.given('pairs', 'i8', tried.flat());
    const out = table.room('reach', 'i1', 2 * tried.length);
    table.kernels.run('pair_reaches', {
      states: table.states(view, 2),
      table: at,
      seat: view.seat,
      colour,
      pairs: given,
      out,
      pairs_given: tried.length,
    });
    const after = pairs(table.written(out, 'i1', 2 * tried.length));
    found[letter + letter] = Object.fromEntries(tried.map(([a, b], n) => [`${a}+${b}`, after[n]]));
  });
  return { twice: found };
}

/** For each tile the points of its halves with which an exchange would be possible (A12, D3). */
function exchange(game: Genial, view: KernelView, places: Places): Shown {
  const { table, board } = game;
  const most = Math.max(...places.points) + 1;
  const out = table.room('exchange', 'i1', KINDS * most * most);
  table.kernels.run('leave_exchange', {
    states: table.states(view, 2),
    table: table.table(view.setup).at,
    seat: view.seat,
    edges: places.at,
    points: places.pointsAt,
    out,
    edges_given: places.edges.length,
    points_given: most,
  });
  const found: Record<string, string[]> = {};
  table.written(out, 'i1', KINDS * most * most).forEach((answer, n) => {
    const [first, second] = [Math.floor(n / most) % most, n % most];
    const tile = board.tileName(Math.floor(n / most / most));
    if (answer === YES) (found[tile] ??= []).push(`${first}+${second}`);
  });
  if (!Object.keys(found).length) return {};
  const fills = filling(game, view);
  return fills.length ? { exchange: found, fills } : { exchange: found };
}

/** The pairs of cells that end the game: nobody exchanges after that (A13). */
function filling({ table, board }: Genial, view: KernelView): string[] {
  const out = table.room('fills', 'i8', 2 * board.edges.length);
  const found = pairs(table.written(out, 'i8', 2 * table.number('filling', view, out)));
  return found.map((cells) => cells.map(cellName).join(' '));
}
