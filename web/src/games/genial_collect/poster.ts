/** A finished game in numbers and as a picture. */
import type { Mosaic, Tally } from '../contract';
import { rungsOf } from '../shared/ladder';
import { rowMosaic } from '../shared/rowMosaic';
import { COLOURS, COLOUR_NAMES, seen, type ByColour } from './view';

/** Return how many slots everybody has filled: a colour counts for no more than the goal (G6). */
export function tally(result: Record<string, unknown>, view: Record<string, unknown>): Tally {
  const { goal } = seen(view);
  const sides = (result.scores as ByColour[]).map((owned, seat) => {
    const each = COLOURS.map((colour) => [colour, Math.min(goal, owned[colour])] as const);
    const rungs = rungsOf(Object.fromEntries(each) as ByColour).map(({ colour, value }) => ({
      colour: COLOUR_NAMES[colour],
      value,
    }));
    return { seats: [seat], value: rungs.reduce((sum, { value }) => sum + value, 0), rungs };
  });
  return { label: 'genial_collect.tally', sides };
}

/** Return the winner's tiles. */
export const mosaic = (
  view: Record<string, unknown>,
  _: unknown,
  result: Record<string, unknown>,
): Mosaic => rowMosaic(tally(result, view).sides, result.ranks, seen(view).goal);
