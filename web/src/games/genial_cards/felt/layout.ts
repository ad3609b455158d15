/** Where cards lie on the felt, for each number of players, and the lines between them. */
import type { Match } from '../view';

export type Spot = readonly [number, number];

/** The felt's own measure; everything scales with it. */
export const WIDTH = 1006;
export const HEIGHT = 572;

export interface Plan {
  /** The width of a card; its height is 1.42 times that. */
  card: number;
  /** For each seat, clockwise from one's own: its open cards, the oldest first. */
  open: readonly (readonly Spot[])[];
  /** Where each other player's name stands; one's own is for spectators. */
  name: readonly Spot[];
  /** Where the card lies that one would play. */
  fresh: Spot;
  draw: Spot;
  discard: Spot;
  pile: number;
}

export const PLANS: Record<number, Plan> = {
  2: {
    card: 88,
    open: [
      [
        [503, 92],
        [503, 232],
      ],
      [
        [215, 168],
        [215, 308],
      ],
    ],
    name: [
      [503, 330],
      [215, 408],
    ],
    fresh: [503, 446],
    draw: [735, 236],
    discard: [862, 236],
    pile: 86,
  },
  3: {
    card: 96,
    open: [[[503, 318]], [[196, 190]], [[810, 190]]],
    name: [
      [503, 416],
      [196, 290],
      [810, 290],
    ],
    fresh: [503, 474],
    draw: [428, 144],
    discard: [578, 144],
    pile: 86,
  },
  4: {
    card: 88,
    open: [[[503, 306]], [[165, 214]], [[503, 92]], [[841, 214]]],
    name: [
      [503, 398],
      [165, 308],
      [503, 182],
      [841, 308],
    ],
    fresh: [503, 468],
    draw: [300, 106],
    discard: [706, 106],
    pile: 74,
  },
};

/** How far above or below a card's middle its symbols are, as a share of its width. */
const SYMBOL = 0.33;

export interface Line extends Match {
  d: string;
  /** Where its +1 stands. */
  at: Spot;
}

const sideways = (from: Spot, to: Spot): number => Math.sign(to[0] - from[0]);

/** The curve from the new card's symbol to a match: it hangs, or bulges in its own column. */
function curve(plan: Plan, from: Spot, to: Spot, half: number): [Spot, Spot, Spot] {
  const edge = plan.card / 2 - 1;
  if (Math.abs(to[0] - from[0]) < plan.card / 2) {
    const bulge = 40 + Math.abs(to[1] - from[1]) * 0.32 + (half ? 26 : 0);
    const x = from[0] - edge;
    return [
      [x, from[1]],
      [x - bulge, (from[1] + to[1]) / 2],
      [x, to[1]],
    ];
  }
  const side = sideways(from, to);
  const start: Spot = [from[0] + side * edge, from[1]];
  const end: Spot = [to[0] - side * edge, to[1]];
  const reach = half ? 0.72 : 0.56;
  return [start, [start[0] + (end[0] - start[0]) * reach, start[1] - (half ? 34 : 4)], end];
}

const along = ([a, b, c]: [Spot, Spot, Spot], t: number): Spot => {
  const at = (n: 0 | 1): number => (1 - t) ** 2 * a[n] + 2 * t * (1 - t) * b[n] + t ** 2 * c[n];
  return [at(0), at(1)];
};

/** How far from the middle of a name, or of another +1, that of a +1 must be. */
const NAME: Spot = [150, 44];
const BADGE: Spot = [42, 32];

/** Where on its line a +1 stands: near the middle, and neither on another one nor at a name. */
function badge(plan: Plan, line: [Spot, Spot, Spot], taken: readonly Spot[]): Spot {
  const spots = [0.5, 0.62, 0.4, 0.72, 0.3, 0.8, 0.22].map((t) => along(line, t));
  const off = ([x, y]: Spot, others: readonly Spot[], [wide, high]: Spot): boolean =>
    others.every(([left, top]) => Math.abs(x - left) > wide || Math.abs(y - top) > high);
  // One's own name stands there for spectators, who see no lines.
  const names = plan.name.slice(1);
  const clear = (spot: Spot): boolean => off(spot, names, NAME) && off(spot, taken, BADGE);
  return spots.find(clear) ?? spots.find((spot) => off(spot, names, NAME)) ?? along(line, 0.5);
}

/** Draw the lines of a card to all its matches; `place` is a seat's place from one's own. */
export function lines(
  plan: Plan,
  card: string,
  matches: readonly Match[],
  place: (seat: number) => number,
): Line[] {
  const offset = (half: number): number => (half ? 1 : -1) * SYMBOL * plan.card;
  const drawn: Line[] = [];
  for (const match of matches) {
    const target = plan.open[place(match.seat)]?.[match.open];
    if (!target) continue;
    const half = card.indexOf(match.colour);
    const from: Spot = [plan.fresh[0], plan.fresh[1] + offset(half)];
    const to: Spot = [target[0], target[1] + offset(match.half)];
    const line = curve(plan, from, to, half);
    const at = badge(
      plan,
      line,
      drawn.map((one) => one.at),
    );
    drawn.push({ ...match, d: `M${line[0]}Q${line[1]} ${line[2]}`, at });
  }
  return drawn;
}
