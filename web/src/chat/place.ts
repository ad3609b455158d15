/** Where a bubble goes: above the face of whoever speaks, below or beside it, never off the screen. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The side of the face on which a bubble is. */
export type Side = 'above' | 'below' | 'left' | 'right';

export interface Spot {
  left: number;
  top: number;
  side: Side;
  /** Where its tail points to, from its left edge; beside a face from its top edge. */
  tail: number;
}

interface Size {
  width: number;
  height: number;
}

const AIR = 6; // between the bubble and the edge of the screen
const GAP = 7; // between the bubble and the face, where the tail is
const CORNER = 18; // the tail keeps clear of the rounded corners

const OVERLAP = 12; // of a face, at its edges, that a bubble may cover

const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(value, Math.max(low, high)));

function spot(face: Box, size: Size, screen: Size, side: Side): Spot {
  const beside = side === 'left' || side === 'right';
  const [x, y] = [(face.left + face.right) / 2, (face.top + face.bottom) / 2];
  const wanted = {
    above: [x - size.width / 2, face.top - GAP - size.height],
    below: [x - size.width / 2, face.bottom + GAP],
    left: [face.left - GAP - size.width, y - size.height / 2],
    right: [face.right + GAP, y - size.height / 2],
  }[side];
  // At the top and the bottom of a phone there is little room.
  const edge = beside ? AIR : AIR / 2;
  const left = clamp(wanted[0] ?? 0, AIR, screen.width - size.width - AIR);
  const top = clamp(wanted[1] ?? 0, edge, screen.height - size.height - edge);
  const tail = beside
    ? clamp(y - top, CORNER, size.height - CORNER)
    : clamp(x - left, CORNER, size.width - CORNER);
  return { left, top, side, tail };
}

const covers = (one: Box, other: Box): boolean =>
  one.left < other.right &&
  one.right > other.left &&
  one.top < other.bottom &&
  one.bottom > other.top;

/**
 * Place a bubble at a face. It goes to the side where it covers fewer of the boxes in `clear` and
 * costs least, and above all not the face; in a tie it stays where it was, or goes to the first of
 * the sides. The cost of each side is asked for once.
 */
export function place(
  face: Box,
  size: Size,
  screen: Size,
  clear: readonly Box[] = [],
  sides: readonly Side[] = ['above', 'below'],
  costs: (box: Box) => number = () => 0,
  was?: Side,
): Spot {
  // A bubble may touch the edge of a face: at the top of a screen there is little room.
  const eyes = {
    left: face.left,
    right: face.right,
    top: face.top + OVERLAP,
    bottom: face.bottom - OVERLAP,
  };
  const cost = ({ left, top }: Spot): number => {
    const box = { left, top, right: left + size.width, bottom: top + size.height };
    const hidden = clear.filter((one) => covers(box, one)).length;
    return hidden + (covers(box, eyes) ? 100 : 0) + costs(box);
  };
  const [first, ...rest] = sides
    .toSorted((one, other) => Number(other === was) - Number(one === was))
    .map((side) => spot(face, size, screen, side))
    .map((at) => ({ at, cost: cost(at) }));
  if (!first) throw new Error('a face has sides');
  return rest.reduce((best, one) => (one.cost < best.cost ? one : best), first).at;
}
