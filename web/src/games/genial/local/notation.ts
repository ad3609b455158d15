/** Moves in words and back: `ry h9 h10`, `exchange`, `draw` (notation.py). */
import type { Move } from '../../../local/game';
import { quoted, reversed, unreadable } from '../../../local/reading';
import { CELLS, COLOURS, cellName, FREE } from './board';
import type { Board } from './board';

export const KEEP = 0;
export const EXCHANGE = 1;
export const PLACE = 2;
const LAYS = 36;
const WORDS = new Map([
  ['draw', KEEP],
  ['exchange', EXCHANGE],
]);

export function text(board: Board, move: Move): string {
  if (move < PLACE) return move === EXCHANGE ? 'exchange' : 'draw';
  const { tile, cells } = parts(board, move);
  return `${tile} ${cells[0]} ${cells[1]}`;
}

/** The tile and the two cells of a placement, as they are spelled. */
export function parts(board: Board, move: Move): { tile: string; cells: [string, string] } {
  const [a, b] = board.edges[Math.floor((move - PLACE) / LAYS)] ?? [0, 0];
  return { tile: board.lays[(move - PLACE) % LAYS] ?? '', cells: [cellName(a), cellName(b)] };
}

export function parse(board: Board, said: string): Move {
  const found = said
    .trim()
    .toLowerCase()
    .split(/[\s,;:-]+/);
  const [tile = '', ...cells] = found;
  const word = WORDS.get(tile);
  if (word !== undefined && !cells.length) return word;
  if (found.length !== 3)
    throw unreadable(`cannot read the move ${quoted(said)}; write it like 'ry h9 h10'`, 'A6');
  return placement(board, tile, cells);
}

/** The move that lays a tile, its first letter on the first cell. */
export function placement(board: Board, tile: unknown, cells: unknown): Move {
  if (typeof tile !== 'string' || board.layOf(tile) < 0)
    throw unreadable(`${quoted(tile)} is not a tile; write two letters of ${COLOURS}`, 'A3');
  if (!Array.isArray(cells) || cells.length !== 2)
    throw unreadable('a tile lies on two cells', 'A6');
  const [a = 0, b = 0] = cells.map((name: unknown) => cellOf(board, name));
  const edge = board.edgeOf.get(a * CELLS + b);
  if (edge !== undefined) return PLACE + LAYS * edge + board.layOf(tile);
  const turned = board.edgeOf.get(b * CELLS + a);
  if (turned !== undefined) return PLACE + LAYS * turned + board.layOf(reversed(tile));
  throw unreadable(`${cells[0]} and ${cells[1]} are not adjacent`, 'A6');
}

function cellOf(board: Board, name: unknown): number {
  const cell = typeof name === 'string' ? board.cellOf.get(name) : undefined;
  if (cell === undefined)
    throw unreadable(`there is no cell ${quoted(name)}; cells are a1 to o15`, 'A1');
  return cell;
}

/** The kinds of a list of tile names. */
export function kinds(board: Board, tiles: unknown): number[] {
  if (!Array.isArray(tiles)) throw unreadable('`tiles` must be a list');
  return tiles.map((tile: unknown) => {
    const kind = board.kindOfLay[board.layOf(tile)];
    if (kind === undefined) throw unreadable(`${quoted(tile)} is not a tile`, 'A3');
    return kind;
  });
}

/** The colour of every cell that has one, printed symbols included. */
export function coloursOn(board: Board, cells: readonly number[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, cell] of board.cellOf) {
    const held = cells[cell] ?? FREE;
    if (held < FREE) found[name] = COLOURS[held] ?? '';
  }
  return found;
}
