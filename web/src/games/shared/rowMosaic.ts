/** The picture of a game without a board: the best side's colours as rows of hexes. */
import { rowsOf } from '../../share/hexes';
import type { Mosaic, TallySide } from '../contract';

const S = 40;

/** Return the rows of a side, from the weakest colour to the strongest. */
export function rowMosaic(sides: readonly TallySide[], ranks: unknown, most: number): Mosaic {
  const first = Array.isArray(ranks) ? ranks.indexOf(1) : 0;
  const best = sides.find(({ seats }) => seats.includes(first)) ?? sides[0];
  const rows = best?.rungs ?? [];
  return {
    width: S * Math.sqrt(3) * (most + 0.8),
    height: S * (1.5 * rows.length + 0.8),
    shapes: rowsOf(rows, S),
  };
}
