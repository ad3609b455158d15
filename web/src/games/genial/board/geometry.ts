/** Where the cells lie: names, neighbours, rows and the ways a cursor can go. Drawing, no rules. */

/** Directions clockwise from east, as steps (q, r) of the cell names of docs/records.md. */
export const DIRECTIONS = ['E', 'SE', 'SW', 'W', 'NW', 'NE'] as const;
export type Direction = 0 | 1 | 2 | 3 | 4 | 5;
const STEPS: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [0, 1],
  [1, 1],
];
export const EVERY: readonly Direction[] = [0, 1, 2, 3, 4, 5];

/** The radius of a hexagon in the units of all drawings. */
export const S = 40;
const ROOT3 = Math.sqrt(3);
const ROWS = ' abcdefghijklmno';

export interface Place {
  name: string;
  q: number;
  r: number;
  x: number;
  y: number;
}

/** Return a direction turned by so many sixths, clockwise. */
export function turned(direction: Direction, by: number): Direction {
  return ((((direction + by) % 6) + 6) % 6) as Direction;
}

function placeAt(q: number, r: number): Place {
  return {
    name: `${ROWS[8 + r] ?? ''}${8 + q}`,
    q,
    r,
    x: S * ROOT3 * (q - r / 2),
    y: -1.5 * S * r,
  };
}

/** A board of one size: its cells row by row from the top, and who is beside whom. */
export class Geometry {
  readonly side: number;
  readonly rows: Place[][] = [];
  readonly cells: Place[] = [];
  readonly at = new Map<string, Place>();
  readonly width: number;
  readonly height: number;
  private readonly beside = new Map<string, (string | null)[]>();

  constructor(side: number) {
    this.side = side;
    const reach = side - 1;
    for (let r = reach; r >= -reach; r--) {
      const row: Place[] = [];
      for (let q = -reach; q <= reach; q++) if (Math.abs(q - r) <= reach) row.push(placeAt(q, r));
      this.rows.push(row);
      this.cells.push(...row);
    }
    for (const cell of this.cells) this.at.set(cell.name, cell);
    for (const { name, q, r } of this.cells)
      this.beside.set(
        name,
        STEPS.map(([dq, dr]) => this.known(placeAt(q + dq, r + dr).name)),
      );
    this.width = S * (ROOT3 * (2 * side - 1) + 1.5);
    this.height = S * (3 * side - 1 + 1.35);
  }

  private known(name: string): string | null {
    return this.at.has(name) ? name : null;
  }

  /** Return the cell in a direction, or null at the rim. */
  next(name: string, direction: Direction): string | null {
    return this.beside.get(name)?.[direction] ?? null;
  }

  /** Return the direction from a cell to its neighbour, or null if they are no neighbours. */
  heading(from: string, to: string): Direction | null {
    const found = this.beside.get(from)?.indexOf(to) ?? -1;
    return found < 0 ? null : (found as Direction);
  }

  place(name: string): Place {
    return this.at.get(name) ?? placeAt(0, 0);
  }

  /** Return the cells of a line that starts beside a cell. */
  line(from: string, direction: Direction, length: number): string[] {
    const found: string[] = [];
    let at = this.next(from, direction);
    while (at && found.length < length) {
      found.push(at);
      at = this.next(at, direction);
    }
    return found;
  }

  /** Return the cell nearest to a point of the drawing, within 0.9 of a hexagon. */
  nearest(x: number, y: number): string | null {
    let best: string | null = null;
    let distance = (0.9 * S * 2) ** 2 / 2;
    for (const cell of this.cells) {
      const d = (cell.x - x) ** 2 + (cell.y - y) ** 2;
      if (d < distance) [best, distance] = [cell.name, d];
    }
    return best;
  }

  /** Return the first or last cell of the row of a cell, or the middle of the top or bottom row. */
  far(name: string, where: 'Home' | 'End' | 'PageUp' | 'PageDown'): string {
    const row = this.rows.find((cells) => cells.some((cell) => cell.name === name)) ?? [];
    if (where === 'Home') return row[0]?.name ?? name;
    if (where === 'End') return row.at(-1)?.name ?? name;
    const edge = (where === 'PageUp' ? this.rows[0] : this.rows.at(-1)) ?? [];
    return edge[Math.floor(edge.length / 2)]?.name ?? name;
  }

  /** Return the cell above or below; going on that way zig-zags and so stays in its column. */
  vertical(name: string, up: boolean): string {
    const { r } = this.place(name);
    const even = Math.abs(r) % 2 === 0;
    const ways: Direction[] = up ? (even ? [5, 4] : [4, 5]) : even ? [1, 2] : [2, 1];
    for (const way of ways) {
      const next = this.next(name, way);
      if (next) return next;
    }
    return name;
  }
}

const made = new Map<number, Geometry>();

/** Return the board of a size; each is made once. */
export function geometry(side: number): Geometry {
  let found = made.get(side);
  if (!found) made.set(side, (found = new Geometry(side)));
  return found;
}

/** Return names as a set to look up in. */
export function among(names: readonly string[]): ReadonlySet<string> {
  return new Set(names);
}
