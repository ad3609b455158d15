/** How a round is ranked: the chips from weakest to strongest, the first difference decides. */
import { COLOURS, type Chips, type Colour } from './view';

export interface Rung {
  colour: Colour;
  at: number;
}

/** A seat's chips from weakest to strongest. */
export const ladder = (chips: Chips): Rung[] =>
  COLOURS.map((colour) => ({ colour, at: chips[colour] })).sort((a, b) => a.at - b.at);

/** The first place at which two ladders differ; null where they do not. */
export function decides(a: readonly Rung[], b: readonly Rung[]): number | null {
  const at = a.findIndex((rung, n) => rung.at !== b[n]?.at);
  return at < 0 ? null : at;
}
