/** The geometry of the graph: from values and frames to points and paths. */
import type { Series } from './frames';

export interface Plot {
  width: number;
  height: number;
  x(frame: number): number;
  y(value: number): number;
  /** The values of the horizontal lines, and the frames that are numbered. */
  levels: number[];
  frames: number[];
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Round steps that cut a range into at most so many parts. */
export function steps(low: number, high: number, most: number): number[] {
  const rough = Math.max(1, (high - low) / most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough;
  const first = Math.ceil(low / step) * step;
  const count = Math.floor((high - first) / step + 1e-9) + 1;
  return Array.from({ length: count }, (_, n) => first + n * step);
}

/** Lay a graph out in a box; small ones get fewer numbers. */
export function plot(lines: Series[], width: number, height: number): Plot {
  const values = lines.flatMap((line) => line.values);
  const low = Math.min(0, ...values);
  const high = Math.max(4, ...values) * 1.12;
  const last = Math.max(1, (lines[0]?.values.length ?? 1) - 1);
  const left = 30;
  const right = width - 44;
  const top = 26;
  const bottom = height - 26;
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    x: (frame) => left + (frame / last) * (right - left),
    y: (value) => bottom - ((value - low) / (high - low)) * (bottom - top),
    levels: steps(low, high, height > 200 ? 6 : 5),
    frames: steps(0, last, width > 500 ? 8 : 5),
  };
}

const DASHES = ['', '2 6', '10 6', '12 5 2 5', '5 5', '16 4 2 4 2 4'];
/** The dash pattern of the n-th line. */
export const dash = (n: number): string | undefined => DASHES[n % DASHES.length];

/** A line that holds its value until the next frame. */
export function stair(box: Plot, values: number[]): string {
  const f = (n: number): string => n.toFixed(1);
  return values
    .map((value, n) =>
      n ? `H${f(box.x(n))}V${f(box.y(value))}` : `M${f(box.x(0))},${f(box.y(value))}`,
    )
    .join('');
}

/** The rectangles between two lines: where the first, and where the second is ahead. */
export function between(box: Plot, one: number[], other: number[]): { d: string; ahead: number }[] {
  const d = ['', ''];
  for (let n = 0; n + 1 < one.length; n++) {
    const a = one[n] ?? 0;
    const b = other[n] ?? 0;
    if (a === b) continue;
    const [top, foot] = [box.y(Math.max(a, b)), box.y(Math.min(a, b))];
    d[a > b ? 0 : 1] += `M${box.x(n)},${top}H${box.x(n + 1)}V${foot}H${box.x(n)}Z`;
  }
  return d.map((path, ahead) => ({ d: path, ahead }));
}

/** Heights for things that must not lie on each other, kept in their order, `gap` apart. */
export function spread(wanted: number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, n) => n).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let floor = low;
  for (const n of order) {
    placed[n] = Math.max(wanted[n] ?? 0, floor);
    floor = (placed[n] ?? 0) + gap;
  }
  let roof = high;
  for (const n of order.reverse()) {
    placed[n] = Math.min(placed[n] ?? 0, roof);
    roof = (placed[n] ?? 0) - gap;
  }
  return placed;
}
