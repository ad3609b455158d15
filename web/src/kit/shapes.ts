/** Shapes as SVG paths: the six symbols, hexagons with round corners, and where cells lie. */

export const COLOURS = ['red', 'green', 'blue', 'orange', 'yellow', 'purple'] as const;
export type Colour = (typeof COLOURS)[number];
export type Point = readonly [number, number];

const f = (n: number): string => String(Math.round(n * 100) / 100);
const at = (angle: number, r: number): Point => [
  r * Math.cos((angle * Math.PI) / 180),
  r * Math.sin((angle * Math.PI) / 180),
];
const path = (points: readonly Point[]): string =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'}${f(x)},${f(y)}`).join('') + 'Z';

function star(n: number, outer: number, inner: number): string {
  return path(
    Array.from({ length: 2 * n }, (_, i) => at(-90 + (180 * i) / n, i % 2 ? inner : outer)),
  );
}

const disc = (r: number): string =>
  `M${-r},0a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`;
const hexagon = (r: number): string => path(Array.from({ length: 6 }, (_, i) => at(60 * i, r)));

function rays(n: number, from: number, to: number, wide: number, narrow: number): string {
  const corners: Point[] = [
    [from, -wide],
    [to, -narrow],
    [to, narrow],
    [from, wide],
  ];
  return Array.from({ length: n }, (_, i) => {
    const [c, s] = at(-90 + (360 * i) / n, 1);
    return path(corners.map(([x, y]): Point => [x * c - y * s, x * s + y * c]));
  }).join('');
}

/** Each symbol as paths with the width of its stroke, drawn round 0,0 with a radius of about 48. */
export const SYMBOLS: Record<Colour, readonly { d: string; stroke: number }[]> = {
  red: [{ d: star(5, 46, 22), stroke: 5 }],
  green: [{ d: disc(38), stroke: 0 }],
  blue: [{ d: star(6, 48, 27) + disc(12.5), stroke: 2 }],
  orange: [
    { d: hexagon(44) + hexagon(32.5), stroke: 2 },
    { d: hexagon(21), stroke: 2 },
  ],
  yellow: [
    { d: disc(20.5), stroke: 0 },
    { d: rays(8, 27.5, 48, 6.6, 4.2), stroke: 1.5 },
  ],
  purple: [{ d: disc(41) + disc(24), stroke: 0 }],
};

/** The corners of a hexagon that stands on a point. */
export function corners(x: number, y: number, r: number): Point[] {
  return Array.from({ length: 6 }, (_, i) => {
    const [dx, dy] = at(-90 + 60 * i, r);
    return [x + dx, y + dy];
  });
}

/** A closed shape through the points, its corners rounded. */
export function rounded(points: readonly Point[], radius: number): string {
  const n = points.length;
  const towards = (from: Point, to: Point): string => {
    const share = Math.min(radius / Math.hypot(to[0] - from[0], to[1] - from[1]), 0.5);
    return `${f(from[0] + (to[0] - from[0]) * share)},${f(from[1] + (to[1] - from[1]) * share)}`;
  };
  let d = '';
  points.forEach((corner, i) => {
    const before = points[(i + n - 1) % n] ?? corner;
    const after = points[(i + 1) % n] ?? corner;
    d += `${i ? 'L' : 'M'}${towards(corner, before)}Q${f(corner[0])},${f(corner[1])} ${towards(corner, after)}`;
  });
  return d + 'Z';
}

/** A hexagon that stands on a point, its corners rounded. */
export const hex = (x: number, y: number, r: number, corner: number): string =>
  rounded(corners(x, y, r), corner);

/** The middle of a cell in axial coordinates, for hexagons of radius s. */
export const centre = (q: number, r: number, s: number): Point => [
  s * Math.sqrt(3) * (q + r / 2),
  s * 1.5 * r,
];
