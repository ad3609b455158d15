/** The reasons for a move in words (src/hexade/games/genial_cards/reasons.py). */
import { t } from '../../kit/i18n.svelte';
import type { Hint, Slip, Why } from '../contract';
import { liftKey, reasonValues, winsAhead } from '../shared/reason';

export const reason = (why: Why, names: string[]): string =>
  t(
    `genial_cards.reason.${why.why}${why.why === 'lifts' ? liftKey(why) : ''}`,
    reasonValues(why, names),
  );

/** How much better a hint is than the next one. */
export function ahead(hints: readonly Hint[]): string | null {
  const n = winsAhead(hints);
  return n === null ? null : t('genial_cards.reason.ahead', { n });
}

/** What a mistake overlooked, in a sentence (src/hexade/games/genial_cards/slips.py). */
export const slipped = (slip: Slip, names: string[]): string =>
  t(`genial_cards.slip.${slip.slip}`, reasonValues(slip, names));
