/** The reasons for a move in words (src/hexade/games/genial_cards/reasons.py). */
import { t } from '../../kit/i18n.svelte';
import type { Why } from '../contract';
import { liftKey, reasonValues } from '../shared/reason';

export const reason = (why: Why, names: string[]): string =>
  t(
    `genial_cards.reason.${why.why}${why.why === 'lifts' ? liftKey(why) : ''}`,
    reasonValues(why, names),
  );
