/** Moves in words, and which of them are legal: all looked up in what the server sent. */
import type { Direction, Geometry } from './geometry';
import { EVERY } from './geometry';

/** A tile on two cells: its first letter on `cell`, its second on the neighbour at `heading`. */
export interface Spot {
  tile: string;
  cell: string;
  heading: Direction;
}

const key = (tile: string, a: string, b: string): string =>
  a < b ? `${tile} ${a} ${b}` : `${tile[1]}${tile[0]} ${b} ${a}`;

/** The placements that one may make, and how the server spells them. */
export class Legal {
  private readonly spelled = new Map<string, string>();
  private readonly cells = new Set<string>();
  readonly exchange: boolean;

  constructor(
    moves: readonly string[],
    private readonly board: Geometry,
  ) {
    this.exchange = moves.includes('exchange');
    for (const move of moves) {
      const [tile, a, b] = move.split(' ');
      if (!tile || !a || !b) continue;
      this.spelled.set(key(tile, a, b), move);
      this.cells.add(a).add(b);
    }
  }

  get any(): boolean {
    return this.spelled.size > 0;
  }

  /** Whether some tile may lie on this cell. */
  open(cell: string): boolean {
    return this.cells.has(cell);
  }

  /** Return a placement as `now.legal` spells it, or null if it is not there. */
  find(spot: Spot): string | null {
    const other = this.board.next(spot.cell, spot.heading);
    return other ? (this.spelled.get(key(spot.tile, spot.cell, other)) ?? null) : null;
  }

  /** Return the headings in which a tile may lie with its first half on a cell. */
  headings(tile: string, cell: string): Direction[] {
    return EVERY.filter((heading) => this.find({ tile, cell, heading }) !== null);
  }

  /** Return every spot of a tile once, as the server spells it or turned round. */
  spots(tile: string): Spot[] {
    const found: Spot[] = [];
    for (const cell of this.cells)
      for (const heading of this.headings(tile, cell))
        if (tile[0] !== tile[1] || heading < 3) found.push({ tile, cell, heading });
    return found;
  }
}

/** Return what somebody typed, such as `yr h9 h10`, or null if it cannot be read. */
export function typed(text: string, board: Geometry): Spot | null {
  const [tile = '', cell = '', other = ''] = text
    .trim()
    .toLowerCase()
    .split(/[\s,;:-]+/);
  const heading = board.heading(cell, other);
  return /^[rgboyp]{2}$/.test(tile) && heading !== null ? { tile, cell, heading } : null;
}

/** Return the spot of a move in notation. */
export function spotOf(move: string, board: Geometry): Spot | null {
  return typed(move, board);
}
