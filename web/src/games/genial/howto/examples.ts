/** The worked examples that the pictures show (A15), and the lines that count in them. */
import type { Beam } from '../board/forecast';
import { EVERY, geometry, turned } from '../board/geometry';
import { lineFrom } from '../board/lines';
import { halves, type Colour } from '../view';

/** A tile on two cells, its first colour on the first. */
export interface Placed {
  tile: string;
  cells: [string, string];
}

export type Cells = Record<string, Colour>;

/** All pictures show parts of the largest board. */
export const BOARD = geometry(8);

/** The printed symbols (A2). */
export const PRINTED: Cells = { m8: 'r', m13: 'g', h13: 'b', c8: 'o', c3: 'y', h3: 'p' };

/** Four tiles that grow into one chain beside the printed blue (A15, i to iv). */
export const CHAIN: Placed[] = [
  { tile: 'rb', cells: ['i12', 'i13'] },
  { tile: 'rb', cells: ['h11', 'h12'] },
  { tile: 'bb', cells: ['i14', 'h14'] },
  { tile: 'rb', cells: ['j13', 'j14'] },
];

/** A green double that fills a gap (A15, v), and what lies round it. */
export const GAP: Placed = { tile: 'gg', cells: ['h8', 'h9'] };
const GREEN = ['h7', 'i8', 'i9', 'i10', 'h10', 'g7', 'g8', 'f8', 'e8', 'f7'];
export const ROUND_GAP: Cells = {
  ...Object.fromEntries(GREEN.map((cell) => [cell, 'g' as const])),
  e6: 'p',
};

/** The cells that some tiles cover. */
export const covered = (tiles: readonly Placed[]): Cells =>
  Object.fromEntries(
    tiles.flatMap(({ tile, cells }) => halves(tile).map((colour, n) => [cells[n], colour])),
  ) as Cells;

/** The lines of its own colour that a tile meets, for each of its halves. */
export function linesOf({ tile, cells }: Placed, around: Cells): [Beam[], Beam[]] {
  const away = BOARD.heading(cells[0], cells[1]) ?? 0;
  const [first, second] = halves(tile).map((colour, n) => {
    const from = cells[n] ?? '';
    const own = n === 0 ? away : turned(away, 3);
    return EVERY.filter((heading) => heading !== own).flatMap((heading): Beam[] => {
      const line = lineFrom(around, BOARD, from, heading);
      if (line?.colour !== colour) return [];
      return [{ from, heading, colour, cells: BOARD.line(from, heading, line.length) }];
    });
  });
  return [first ?? [], second ?? []];
}

/** How many symbols some lines have together. */
export const sum = (lines: readonly Beam[]): number =>
  lines.reduce((total, { cells }) => total + cells.length, 0);
