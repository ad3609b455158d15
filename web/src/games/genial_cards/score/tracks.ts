/** How the rows of chips are drawn: eleven fields in four areas with a little room between. */
import type { View } from '../view';

export const ROOM = 4;

export interface Rail {
  /** The left edge of a field, and how wide a field is. */
  x: (field: number) => number;
  field: number;
  fields: number;
}

/** Lay out the fields between two edges. */
export function rail(areas: View['areas'], from: number, to: number): Rail {
  const fields = (areas.at(-1)?.[1] ?? 0) + 1;
  const field = (to - from - ROOM * (areas.length - 1)) / fields;
  const gaps = (n: number): number => areas.filter(([first]) => first > 0 && n >= first).length;
  return { field, fields, x: (n) => from + n * field + ROOM * gaps(n) };
}

export interface Bar {
  x: number;
  width: number;
}

/** The bars from one field to another, one for each area they reach into. */
export function bars({ x, field }: Rail, areas: View['areas'], from: number, to: number): Bar[] {
  return areas.flatMap(([first, last]) => {
    const a = Math.max(first, from);
    const b = Math.min(last, to);
    return b < a ? [] : [{ x: x(a) + 1.5, width: x(b) + field - x(a) - 3 }];
  });
}
