/** The chances of the next tile in whole per cent, and what lies in the bay of each colour. */
import { COLOURS, type ByColour, type Colour, type View } from '../view';

export const sum = (numbers: ByColour): number =>
  COLOURS.reduce((total, colour) => total + numbers[colour], 0);

/**
 * Return shares of a whole in per cent, which add up to 100: the largest remainders are rounded up.
 * Nothing is in the pile: all are 0.
 */
export function percents(tiles: ByColour): ByColour {
  const whole = sum(tiles);
  const exact = (colour: Colour): number => (whole ? (tiles[colour] * 100) / whole : 0);
  const shares = Object.fromEntries(
    COLOURS.map((colour) => [colour, Math.floor(exact(colour))]),
  ) as ByColour;
  const missing = whole ? 100 - sum(shares) : 0;
  const rest = (colour: Colour): number => exact(colour) - Math.floor(exact(colour));
  for (const colour of [...COLOURS].sort((a, b) => rest(b) - rest(a)).slice(0, missing))
    shares[colour] += 1;
  return shares;
}

export interface Chances {
  /** Of each colour, in per cent. */
  each: ByColour;
  /** That the next tile is bad: the sum of the bad colours. */
  bad: number;
}

/** Return the chances of the next tile; nothing is bad where nobody decides. */
export function chancesOf(view: View): Chances {
  const each = percents(view.left);
  return { each, bad: badOf(view).reduce((total, colour) => total + each[colour], 0) };
}

/** Return the colours of which another tile would be bad. */
export const badOf = ({ odds }: View): Colour[] =>
  odds ? COLOURS.filter((colour) => !odds.good.includes(colour)) : [];

export interface Bay {
  colour: Colour;
  /** Good: in the middle and not turned up yet; up: turned up in this turn; absent: not there. */
  is: 'good' | 'up' | 'absent';
  /** How many tiles lie in the middle. */
  lying: number;
  /** How many of them one would take now. */
  brings: number;
}

const times = (colours: readonly Colour[], colour: Colour): number =>
  colours.filter((one) => one === colour).length;

/** Return what lies in the bay of each colour. */
export function baysOf(view: View): Bay[] {
  const bad = badOf(view);
  const { middle, shown, stop } = view;
  return COLOURS.map((colour) => ({
    colour,
    is: shown.includes(colour) ? 'up' : bad.includes(colour) ? 'absent' : 'good',
    lying: times(middle, colour),
    brings: times(stop?.tiles ?? [], colour),
  }));
}

/** How many edges the pile shows: 8 when it is whole, 1 at its end, none when nothing is left. */
export function edgesOf({ pile, middle, shown, owned }: View): number {
  const all = pile + middle.length + shown.length + owned.reduce((n, one) => n + sum(one), 0);
  return pile ? Math.max(1, Math.ceil((pile / all) * 8)) : 0;
}
