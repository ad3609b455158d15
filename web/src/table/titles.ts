/** The displayed titles of variants. */
import type { GamePage } from '../games/contract';
import { t } from '../kit/i18n.svelte';

/** Return the title of a variant, from the game's own card. */
export function titleOf(page: GamePage, variant: string | null | undefined): string {
  const card = page.cards.find((one) => one.variant === variant) ?? page.cards[0];
  return card ? t(card.title) : page.name;
}
