/** The picture of the home page: a position from a real game, as cells and colours of its tiles. */
import { COLOURS } from '../kit/shapes';
import type { Colour } from '../kit/shapes';

// prettier-ignore
const PLAYED = [
  [-3, -1, -4, -1, 0, 5], [5, -1, 4, 0, 2, 2], [-2, -1, -2, 0, 0, 4], [-4, 1, -4, 0, 3, 5], [-4, 5, -4, 4, 1, 1],
  [-4, 3, -4, 2, 1, 3], [-5, 1, -5, 2, 1, 3], [-1, -2, -1, -1, 0, 4], [-3, 1, -3, 0, 4, 5], [-3, 3, -3, 2, 1, 3],
  [-2, -2, -1, -3, 0, 0], [-2, -3, -3, -2, 0, 3], [-5, 4, -5, 3, 1, 3], [0, -2, 0, -1, 4, 5], [3, 0, 3, 1, 2, 5],
  [5, -2, 4, -1, 1, 2], [2, -3, 1, -3, 4, 4], [-1, 0, 0, 0, 4, 5], [3, -1, 2, -1, 2, 4], [-1, 1, 0, 1, 1, 5],
  [1, 1, 0, 2, 5, 5], [-2, 1, -2, 2, 0, 3], [-1, 3, -1, 2, 0, 3], [0, -3, 1, -4, 0, 4], [2, 0, 2, 1, 2, 5],
  [5, -3, 4, -2, 1, 2], [5, -4, 4, -4, 1, 4], [1, 2, 0, 3, 2, 5], [0, -4, -1, -4, 0, 2], [3, -4, 2, -4, 4, 4],
  [4, -5, 3, -5, 3, 4], [-3, 4, -2, 3, 1, 3], [-2, 4, -1, 4, 1, 5], [1, -5, 2, -5, 0, 5],
];

interface HeroTile {
  a: readonly [number, number];
  b: readonly [number, number];
  ca: Colour;
  cb: Colour;
}

export const HERO: HeroTile[] = PLAYED.map(([q = 0, r = 0, q2 = 0, r2 = 0, ca = 0, cb = 0]) => ({
  a: [q, r],
  b: [q2, r2],
  ca: COLOURS[ca] ?? 'red',
  cb: COLOURS[cb] ?? 'red',
}));
