/** The reasons for a move in words (src/hexade/games/genial_collect/reasons.py). */
import { t } from '../../kit/i18n.svelte';
import type { Hint, Slip, Why } from '../contract';
import { reasonValues, winsAhead } from '../shared/reason';

export function reason(why: Why, names: string[]): string {
  const percent = why.pile ? Math.round((100 * Number(why.bad)) / Number(why.pile)) : 0;
  return t(`genial_collect.reason.${why.why}`, { ...reasonValues(why, names), percent });
}

/** How much better it is to stop than to go on, or the other way round. */
export function ahead(hints: readonly Hint[]): string | null {
  const n = winsAhead(hints);
  return n === null ? null : t(`genial_collect.reason.ahead.${hints[0]?.move}`, { n });
}

/** What a mistake overlooked, in a sentence (src/hexade/games/genial_collect/tastes.py). */
export const slipped = (slip: Slip, names: string[]): string =>
  t(`genial_collect.slip.${slip.slip}`, reasonValues(slip, names));
