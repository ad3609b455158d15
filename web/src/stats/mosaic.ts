/** Draws finished boards: one path for all tiles, and one a colour. */
import { COLOURS, centre, hex, type Colour } from '../kit/shapes';
import { unpacked } from './game';

/** A finished board as paths. */
export interface Drawing {
  reach: number;
  ground: string;
  dots: { colour: Colour; d: string }[];
}
const S = 10;
const DOT = 4.4;
// A board is drawn once, however often it is shown.
const made: Record<string, Drawing> = {};

function draw(mosaic: string): Drawing {
  const cells = unpacked(mosaic).map(({ q, r, colour }) => ({ at: centre(q, r, S), colour }));
  const far = cells.map(({ at: [x, y] }) => Math.max(Math.abs(x), Math.abs(y)));
  const dot = ([x, y]: readonly [number, number]): string =>
    `M${(x - DOT).toFixed(1)},${y.toFixed(1)}a${DOT},${DOT} 0 1 0 ${2 * DOT},0a${DOT},${DOT} 0 1 0 ${-2 * DOT},0Z`;
  return {
    reach: Math.max(4 * S, ...far) + S,
    ground: cells.map(({ at: [x, y] }) => hex(x, y, S * 0.95, 2)).join(''),
    dots: COLOURS.map((colour) => ({
      colour,
      d: cells
        .filter((cell) => cell.colour === colour)
        .map((cell) => dot(cell.at))
        .join(''),
    })),
  };
}
/** Return the drawing of a board. */
export const drawing = (mosaic: string): Drawing => (made[mosaic] ??= draw(mosaic));
