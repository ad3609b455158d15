/** How far everybody is from the goal. */
import { COLOURS, type ByColour, type Colour } from '../view';

/** How many slots are still empty. */
export const emptySlots = (owned: ByColour, goal: number): number =>
  COLOURS.reduce((n, colour) => n + Math.max(0, goal - owned[colour]), 0);

/** Owned tiles with some more. */
export function withTiles(owned: ByColour, tiles: readonly Colour[]): ByColour {
  const more = { ...owned };
  for (const colour of tiles) more[colour] += 1;
  return more;
}
