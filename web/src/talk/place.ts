/** Where a bubble goes: above the face of whoever speaks, or below it, and never off the screen. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Spot {
  left: number;
  top: number;
  /** Whether it hangs below the face. */
  below: boolean;
  /** Where its tail points to, from its left edge. */
  tail: number;
}

const AIR = 6; // between the bubble and the edge of the screen
const GAP = 7; // between the bubble and the face: its tail
const ROUND = 18; // the tail never leaves the round corners

const TOUCH = 12; // of a face that a bubble may cover

const sides = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom });
const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(value, Math.max(low, high)));

function spot(
  face: Box,
  size: { width: number; height: number },
  screen: { width: number; height: number },
  below: boolean,
): Spot {
  const middle = (face.left + face.right) / 2;
  const left = clamp(middle - size.width / 2, AIR, screen.width - size.width - AIR);
  const wanted = below ? face.bottom + GAP : face.top - GAP - size.height;
  const top = clamp(wanted, AIR / 2, screen.height - size.height - AIR / 2);
  return { left, top, below, tail: clamp(middle - left, ROUND, size.width - ROUND) };
}

const covers = (one: Box, other: Box): boolean =>
  one.left < other.right &&
  one.right > other.left &&
  one.top < other.bottom &&
  one.bottom > other.top;

/**
 * Place a bubble at a face. It goes where it covers the least of what must stay visible (`clear`)
 * and the face itself; where that is equal, above, or below if the game wants it so.
 */
export function place(
  face: Box,
  size: { width: number; height: number },
  screen: { width: number; height: number },
  clear: readonly Box[] = [],
  hangs = false,
): Spot {
  const [first, second] = [hangs, !hangs].map((below) => spot(face, size, screen, below));
  if (!first || !second) throw new Error('there are two sides');
  // A bubble may touch the edge of a face: at the top of a screen there is little room.
  const eyes = { ...sides(face), top: face.top + TOUCH, bottom: face.bottom - TOUCH };
  const cost = ({ left, top }: Spot): number => {
    const box = { left, top, right: left + size.width, bottom: top + size.height };
    return clear.filter((one) => covers(box, one)).length + (covers(box, eyes) ? 100 : 0);
  };
  return cost(second) < cost(first) ? second : first;
}
