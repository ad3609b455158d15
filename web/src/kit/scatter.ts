/** Small lacquer hexes that fly from a middle: where each one goes, the same each time. */
import { COLOURS, type Colour } from './shapes';

export interface Spark {
  colour: Colour;
  /** The direction of its flight, in degrees. */
  angle: number;
  /** How far it flies, as a share of the way to the edge. */
  far: number;
  /** Its size in pixels. */
  size: number;
  /** How much later than the first it starts, as a share of the time of all. */
  late: number;
  /** How far it turns on its way, in degrees. */
  turn: number;
}

/** A small generator of numbers from 0 to 1 with a fixed seed. */
export function numbers(seed: number): () => number {
  let at = seed;
  return () => {
    at = (at * 1664525 + 1013904223) % 4294967296;
    return at / 4294967296;
  };
}

/** Return so many hexes, evenly round the middle; only of some colours, if those are named. */
export function scatter(
  count: number,
  colours: readonly Colour[] = COLOURS,
  seed = 5,
): readonly Spark[] {
  const next = numbers(seed);
  return Array.from({ length: count }, (_, n) => ({
    colour: colours[n % colours.length] ?? 'red',
    angle: (360 * (n + next() * 0.8)) / count,
    far: 0.35 + next() * 0.65,
    size: 20 + next() * 26,
    late: next() * 0.25,
    turn: (next() - 0.5) * 240,
  }));
}
