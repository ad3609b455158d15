/** What the big button of a new table against bots promises: everybody who will sit there. */
import { listed, t } from '../kit/i18n.svelte';
import { namesOf } from '../table/names';
import type { SeatState } from '../wire/messages';
import type { Choice } from './tableDraft';

/** Return the button's words for the bots of the other seats; in a team one of them is the partner. */
export function startWords({ form }: Choice, bots: readonly string[]): string {
  const names = namesOf(bots.map((bot) => ({ bot }) as SeatState));
  // Partners sit opposite each other (C1).
  const [, partner = ''] = names;
  if (form.teams && names.length === 3)
    return t('new.playTeam', { partner, others: listed(names.filter((one) => one !== partner)) });
  return t('bots.playName', { name: listed(names) });
}
