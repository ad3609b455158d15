/** The names of cells, colours and tiles, as the module's tables have them (board.py). */
import { unpack } from '../../../local/bits';
import type { KernelTable } from '../../../local/kernelGame';

export const COLOURS = 'rgboyp';
export const CELLS = 18 * 16;
export const FREE = 6;
export const WALL = 7;
const ROWS = ' abcdefghijklmno';
const WIDTH = 16;
/** East, north-west, north-east, and back. */
export const STEPS = [1, WIDTH, WIDTH + 1, -1, -WIDTH, -WIDTH - 1];

export const cellName = (cell: number): string =>
  `${ROWS[Math.floor(cell / WIDTH)]}${cell % WIDTH}`;

const colour = (n: number): string => COLOURS[n] ?? '';

export class Board {
  /** The two cells of every edge. */
  readonly edges: readonly (readonly [number, number])[];
  readonly edgeOf: ReadonlyMap<number, number>;
  /** The cells by name, in the order of their numbers. */
  readonly cellOf: ReadonlyMap<string, number>;
  /** Two colours in order: the kinds of tiles, and then those of two colours turned round. */
  readonly lays: readonly string[];
  readonly kindOfLay: readonly number[];
  readonly printed: readonly string[];

  constructor(held: KernelTable) {
    const [table, { v }] = [held.anyTable(), held];
    const ends = v.numbers(table, 'edges');
    this.edges = Array.from({ length: ends.length / 2 }, (_, n): [number, number] => [
      ends[2 * n] ?? 0,
      ends[2 * n + 1] ?? 0,
    ]);
    this.edgeOf = new Map(this.edges.map(([a, b], edge) => [a * CELLS + b, edge]));
    const cells = [...new Set(ends)].sort((a, b) => a - b);
    this.cellOf = new Map(cells.map((cell) => [cellName(cell), cell]));
    const seconds = v.numbers(table, 'second');
    this.lays = v.numbers(table, 'first').map((n, lay) => colour(n) + colour(seconds[lay] ?? 0));
    this.kindOfLay = v.numbers(table, 'kind');
    this.printed = v.numbers(table, 'printed').map(cellName);
  }

  /** The names of the tiles in a multiset, in order. */
  tileNames(multiset: bigint): string[] {
    return unpack(multiset).map((kind) => this.tileName(kind));
  }

  tileName(kind: number): string {
    return this.lays[kind] ?? '';
  }

  layOf(tile: unknown): number {
    return typeof tile === 'string' ? this.lays.indexOf(tile) : -1;
  }
}
