/** A finished game in numbers and as a picture. */
import type { Mosaic, Tally } from '../contract';
import { rowMosaic } from '../shared/rowMosaic';
import { standingsOf } from './goal/standings';
import { COLOUR_NAMES, seen } from './view';

/**
 * Return how many slots everybody has filled: a colour counts for no more than the goal (G6). If the
 * pile was used up, the weakest colours decided (G7): then those, or between two the first values
 * that differ.
 */
export function tally(result: Record<string, unknown>, view: Record<string, unknown>): Tally {
  const { standings, decides } = standingsOf(result, seen(view).goal);
  const collected = result.reason === 'collected';
  const at = (standings.length === 2 && decides) || 0;
  const sides = standings.map(({ seats, rungs }) => ({
    seats,
    value: collected ? rungs.reduce((sum, { value }) => sum + value, 0) : (rungs[at]?.value ?? 0),
    rungs: rungs.map(({ colour, value }) => ({ colour: COLOUR_NAMES[colour], value })),
  }));
  sides.sort((a, b) => (a.seats[0] ?? 0) - (b.seats[0] ?? 0));
  const label = 'genial_collect.tally';
  if (collected) return { label, sides };
  if (!at) return { label: `${label}.weakest`, sides };
  return { label: `${label}.later`, sides, tie: standings[0]?.rungs[0]?.value ?? 0 };
}

/** Return the winner's tiles. */
export const mosaic = (
  view: Record<string, unknown>,
  _: unknown,
  result: Record<string, unknown>,
): Mosaic => rowMosaic(tally(result, view).sides, result.ranks, seen(view).goal);
