/** Hexes and tiles of dark lacquer, as shapes of a picture. */
import { SYMBOLS, hex, type Colour, type Point } from '../kit/shapes';
import { INKS, type Shape } from './drawing';

const LACQUER = '#17141f';
const RIM = '#4a4360';

/** A symbol on a dark ground or without one, at a point with a radius. */
export const symbolAt = (colour: Colour, [x, y]: Point, r: number): Shape[] =>
  SYMBOLS[colour].map(({ d, stroke }) => ({
    d,
    fill: INKS[colour],
    stroke: stroke ? INKS[colour] : undefined,
    width: stroke || undefined,
    at: [x, y, r / 48] as const,
  }));

/** A lacquer hexagon with its symbol; a printed one has an inlay of its colour. */
export function hexAt(colour: Colour, [x, y]: Point, s: number, printed = false): Shape[] {
  return [
    { d: hex(x, y, s * 0.955, s * 0.2), fill: LACQUER, stroke: RIM, width: s * 0.03 },
    ...(printed
      ? [{ d: hex(x, y, s * 0.83, s * 0.17), stroke: INKS[colour], width: s * 0.045, opacity: 0.9 }]
      : []),
    ...symbolAt(colour, [x, y], s * 0.58),
  ];
}

/** What joins the two halves of a tile. */
function bridge([ax, ay]: Point, [bx, by]: Point, s: number): Shape {
  const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
  const long = Math.hypot(bx - ax, by - ay);
  const [ux, uy] = [(bx - ax) / long, (by - ay) / long];
  const [along, across] = [long * 0.21, s * 0.5];
  const corner = (i: number, j: number): string =>
    `${(mx + i * along * ux - j * across * uy).toFixed(2)},${(my + i * along * uy + j * across * ux).toFixed(2)}`;
  return {
    d: `M${corner(-1, -1)}L${corner(1, -1)}L${corner(1, 1)}L${corner(-1, 1)}Z`,
    fill: LACQUER,
  };
}

/** A tile: two hexes and what joins them. */
export function tileAt(a: Colour, b: Colour, from: Point, to: Point, s: number): Shape[] {
  return [...hexAt(a, from, s), ...hexAt(b, to, s), bridge(from, to, s)].sort(
    // The joint lies over the rims, and under the symbols.
    (one, two) => layer(one) - layer(two),
  );
}
const layer = (shape: Shape): number => ('at' in shape ? 2 : 'stroke' in shape ? 0 : 1);

/** A mosaic of rows: for each colour as many hexes as its number, from the left. */
export function rowsOf(rows: readonly { colour: Colour; value: number }[], s = 40): Shape[] {
  const wide = s * Math.sqrt(3);
  const most = Math.max(1, ...rows.map(({ value }) => value));
  const left = (-(most - 1) * wide) / 2;
  const top = (-(rows.length - 1) * s * 1.5) / 2;
  return rows.flatMap(({ colour, value }, row) =>
    Array.from({ length: value }, (_, n) =>
      hexAt(colour, [left + n * wide + (row % 2 ? wide / 2 : 0), top + row * s * 1.5], s),
    ).flat(),
  );
}
