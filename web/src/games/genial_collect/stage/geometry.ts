/** Where things lie on the hexagonal tray: the pile at 0,0 and a bay for each colour round it. */
import { centre, rounded, type Point } from '../../../kit/shapes';
import { COLOURS, type Colour } from '../view';

/** The radius of a bay. */
export const S = 60;
export const WIDTH = S * 5.75;
export const HEIGHT = S * 5.46;
export const VIEW_BOX = [-WIDTH / 2, -HEIGHT / 2 - S * 0.02, WIDTH, HEIGHT].join(' ');

const AXIAL = [
  [0, -1],
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
] as const;

/** The middle of a colour's bay: clockwise from the upper left, in the order of the colours. */
export function bayAt(colour: Colour): Point {
  const [q, r] = AXIAL[COLOURS.indexOf(colour)] ?? [0, 0];
  return centre(q, r, S);
}

/** The tray itself, a hexagon that lies on a side. */
export const PLATE = rounded(
  Array.from({ length: 6 }, (_, n): Point => {
    const angle = (n * Math.PI) / 3;
    return [S * 2.94 * Math.cos(angle), S * 2.94 * Math.sin(angle) * 0.985];
  }),
  S * 0.5,
);

/** Where the n-th of `count` tiles lies in a bay, at most three of them drawn: the first on top. */
export const stacked = ([x, y]: Point, n: number, count: number): Point => [
  x + (n - (count - 1) / 2) * 7,
  y - S * 0.1 - n * 6 + (count - 1) * 3,
];
export const DRAWN = 3;
export const TILE = S * 0.58;
