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
const GAP = 7; // between the bubble and the face, where the tail is
const CORNER = 18; // the tail keeps clear of the rounded corners

const OVERLAP = 12; // of a face, at its top and bottom, that a bubble may cover

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
  return { left, top, below, tail: clamp(middle - left, CORNER, size.width - CORNER) };
}

const covers = (one: Box, other: Box): boolean =>
  one.left < other.right &&
  one.right > other.left &&
  one.top < other.bottom &&
  one.bottom > other.top;

/**
 * Place a bubble at a face. It goes to the side where it covers fewer of the boxes in `clear`, and
 * above all not the face; in a tie above it, or below if `hangs`.
 */
export function place(
  face: Box,
  size: { width: number; height: number },
  screen: { width: number; height: number },
  clear: readonly Box[] = [],
  hangs = false,
): Spot {
  const [first, second] = [hangs, !hangs].map((below) => spot(face, size, screen, below));
  if (!first || !second) throw new Error('a face has two sides');
  // A bubble may touch the edge of a face: at the top of a screen there is little room.
  const eyes = { ...sides(face), top: face.top + OVERLAP, bottom: face.bottom - OVERLAP };
  const cost = ({ left, top }: Spot): number => {
    const box = { left, top, right: left + size.width, bottom: top + size.height };
    return clear.filter((one) => covers(box, one)).length + (covers(box, eyes) ? 100 : 0);
  };
  return cost(second) < cost(first) ? second : first;
}
