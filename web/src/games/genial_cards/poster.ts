/** A finished game in numbers and as a picture. */
import type { Mosaic, Tally } from '../contract';
import { rungsOf } from '../shared/ladder';
import { rowMosaic } from '../shared/rowMosaic';
import { COLOUR_NAMES, seen, type Chips } from './view';

/** Return everybody's weakest chip, or the victory points of several rounds (E10). */
export function tally(result: Record<string, unknown>, view: Record<string, unknown>): Tally {
  const several = seen(view).rounds > 1;
  const points = result.points as number[];
  const sides = (result.scores as Chips[]).map((chips, seat) => {
    const rungs = rungsOf(chips).map(({ colour, value }) => ({
      colour: COLOUR_NAMES[colour],
      value,
    }));
    return { seats: [seat], value: several ? (points[seat] ?? 0) : (rungs[0]?.value ?? 0), rungs };
  });
  return { label: several ? 'genial_cards.victoryPoints' : 'genial_cards.tally', sides };
}

/** Return the winner's chips. */
export const mosaic = (
  view: Record<string, unknown>,
  _: unknown,
  result: Record<string, unknown>,
): Mosaic => rowMosaic(tally(result, view).sides, result.ranks, seen(view).areas.at(-1)?.[1] ?? 10);
