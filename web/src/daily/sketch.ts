/** Where the hexagons of a position in miniature lie, and what is on them. */
import type { Colour, Point } from '../kit/shapes';

/** How far apart hexagons of radius 10 lie in a row, and the rows. */
const WIDE = 17.4;
const HIGH = 15;
const COLOUR_NAMES: Record<string, Colour> = {
  r: 'red',
  g: 'green',
  b: 'blue',
  o: 'orange',
  y: 'yellow',
  p: 'purple',
};

export interface SketchCell {
  at: Point;
  /** Missing where nothing lies. */
  colour?: Colour;
}

/** The hexagons round 0,0, and the room they take. */
export function sketched(rows: string): { cells: SketchCell[]; width: number; height: number } {
  const lines = rows.split('/');
  const cells = lines.flatMap((line, row) =>
    [...line].map((letter, n) => ({
      at: [(n - (line.length - 1) / 2) * WIDE, (row - (lines.length - 1) / 2) * HIGH] as const,
      colour: COLOUR_NAMES[letter],
    })),
  );
  const longest = Math.max(1, ...lines.map(({ length }) => length));
  return { cells, width: longest * WIDE, height: lines.length * HIGH + 6 };
}
