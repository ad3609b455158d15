/** What each seat or spectator may see beside the record, and of an event (view.py). */
import type { Event, Seat } from '../../../local/game';
import type { KernelTable, KernelView } from '../../../local/kernelGame';
import { only } from '../../../local/reading';

/** The viewer's own cards, as a multiset; none for a spectator. */
export const handOf = ({ s }: KernelTable, { data, seat }: KernelView): bigint =>
  seat >= 0 ? s.word(data, 'hands', seat) : 0n;

/** How many cards are in each hand. */
export const handSizes = (table: KernelTable, { setup, beside }: KernelView): number[] =>
  table.beside.numbers(beside, 'hand_sizes', 0, setup.seats);

/** An event as a seat may see it: of another's draw only the number of cards (E2). */
export function tell({ kernels }: KernelTable, event: Event, seat: Seat): Event {
  if (event.event === 'draw' && event.seat !== seat)
    return { event: 'draw', seat: event.seat, count: (event.cards as unknown[]).length };
  return only(event, kernels.manifest.constants.told as string[]);
}
