/** Lines of one symbol round a cell, for screen readers.
 *
 * What they are worth is never reckoned from these; that comes with the server's preview.
 */
import type { Direction, Geometry } from './geometry';
import { EVERY } from './geometry';
import type { Colour } from '../view';

export interface Line {
  heading: Direction;
  colour: Colour;
  length: number;
}

type Cells = Record<string, Colour>;

/** Return the line of one symbol that starts beside a cell, or null where none lies. */
export function lineFrom(
  cells: Cells,
  board: Geometry,
  from: string,
  heading: Direction,
): Line | null {
  let at = board.next(from, heading);
  const colour = at ? cells[at] : undefined;
  if (!colour) return null;
  let length = 0;
  for (; at && cells[at] === colour; at = board.next(at, heading)) length++;
  return { heading, colour, length };
}

/** Return all lines round a cell, clockwise from the upper right. */
export function linesRound(cells: Cells, board: Geometry, from: string): Line[] {
  const clockwise = [5, 0, 1, 2, 3, 4] as const;
  return clockwise.flatMap((heading) => lineFrom(cells, board, from, heading) ?? []);
}

/** Return the longest line of each colour on the board. */
export function longest(cells: Cells, board: Geometry): Map<Colour, number> {
  const best = new Map<Colour, number>();
  for (const [name, colour] of Object.entries(cells))
    for (const heading of EVERY) {
      const line = lineFrom(cells, board, name, heading);
      const length = 1 + (line?.colour === colour ? line.length : 0);
      if (length > (best.get(colour) ?? 0)) best.set(colour, length);
    }
  return best;
}

/** Return the free cells that touch lines of one colour worth so many symbols together. */
export function promising(cells: Cells, board: Geometry, colour: Colour, least = 3): string[] {
  const sum = (name: string): number =>
    linesRound(cells, board, name)
      .filter((line) => line.colour === colour)
      .reduce((total, line) => total + line.length, 0);
  return board.cells.map((cell) => cell.name).filter((name) => !cells[name] && sum(name) >= least);
}
