/** What is said of somebody who sits at a table that waits: here or away, host, ready, team. */
import { t } from '../kit/i18n.svelte';
import type { SeatState } from '../wire/messages';

/** `mine` is one's own seat: whoever wants to swap with it says so. */
export const statesOf = (seat: SeatState, mine: number | null = null): string[] => [
  t(seat.bot ? 'wait.bot' : seat.here ? 'wait.here' : 'wait.away'),
  ...(seat.owner ? [t('wait.owner')] : []),
  ...(seat.ready ? [t('wait.ready')] : []),
  ...(mine !== null && seat.swap === mine ? [t('wait.swapWants')] : []),
  ...(seat.team != null ? [t('wait.team', { n: seat.team + 1 })] : []),
];
