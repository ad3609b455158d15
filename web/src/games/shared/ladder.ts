/** The ladder of a result: each side's colours from weakest to strongest; the first difference decides. */
import { listed } from '../../kit/i18n.svelte';
import { ascending, type ByColour, type Colour } from './colours';

export interface Rung {
  colour: Colour;
  value: number;
}

export interface Standing {
  seats: number[];
  rank: number;
  rungs: Rung[];
}

/** Return a side's colours from weakest to strongest. */
export const rungsOf = (values: ByColour): Rung[] =>
  ascending(values).map((colour) => ({ colour, value: values[colour] }));

/** Return the first rung at which two ladders differ; null where none does. */
export function differsAt(a: readonly Rung[], b: readonly Rung[]): number | null {
  const at = a.findIndex((rung, n) => rung.value !== b[n]?.value);
  return at < 0 ? null : at;
}

/** Return how many rungs are equal before the one that decides, and their values in words. */
export const equalBefore = (
  rungs: readonly Rung[],
  decides: number,
): { ties: number; tie: string } => ({
  ties: decides,
  tie: listed(rungs.slice(0, decides).map(({ value }) => String(value))),
});

/** Return the standings, the best first. */
export const byRank = <Any extends Standing>(standings: readonly Any[]): Any[] =>
  [...standings].sort((a, b) => a.rank - b.rank);
