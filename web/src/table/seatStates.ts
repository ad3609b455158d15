/** What is said of somebody who sits at a table that waits: here or away, host, ready, team. */
import { t } from '../kit/i18n.svelte';
import type { SeatState } from '../wire/messages';

/**
 * The words below a name. `mine` is one's own seat: whoever wants to swap with it says so. In brief,
 * nobody is told to be here: a face that is not grey says it.
 */
export const statesOf = (seat: SeatState, mine: number | null = null, brief = false): string[] => [
  ...(seat.bot || !seat.here || !brief
    ? [t(seat.bot ? 'wait.bot' : seat.here ? 'wait.here' : 'wait.away')]
    : []),
  ...(seat.owner ? [t('wait.owner')] : []),
  ...(seat.ready ? [t('wait.ready')] : []),
  ...(mine !== null && seat.swap === mine ? [t('wait.swapWants')] : []),
  ...(seat.team != null ? [t('wait.team', { n: seat.team + 1 })] : []),
];
