/** The reasons for a move in words (src/hexade/games/genial_collect/reasons.py). */
import { t } from '../../kit/i18n.svelte';
import type { Slip, Why } from '../contract';
import { reasonValues } from '../shared/reason';

export function reason(why: Why, names: string[]): string {
  const percent = why.pile ? Math.round((100 * Number(why.bad)) / Number(why.pile)) : 0;
  return t(`genial_collect.reason.${why.why}`, { ...reasonValues(why, names), percent });
}

/** What a mistake overlooked, in a sentence (src/hexade/games/genial_collect/tastes.py). */
export const slipped = (slip: Slip, names: string[]): string =>
  t(`genial_collect.slip.${slip.slip}`, reasonValues(slip, names));
