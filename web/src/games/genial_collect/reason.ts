/** The reasons for a move in words (src/hexade/games/genial_collect/reasons.py). */
import { t } from '../../kit/i18n.svelte';
import type { Why } from '../contract';
import { reasonValues } from '../shared/reason';

export function reason(why: Why, names: string[]): string {
  const percent = why.pile ? Math.round((100 * Number(why.bad)) / Number(why.pile)) : 0;
  return t(`genial_collect.reason.${why.why}`, { ...reasonValues(why, names), percent });
}
