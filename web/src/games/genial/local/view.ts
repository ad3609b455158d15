/** What each seat or spectator may see beside the record, and of an event (view.py). */
import type { Event, Seat } from '../../../local/game';
import type { KernelTable, KernelView } from '../../../local/kernelGame';
import { only } from '../../../local/reading';

/** The viewer's own tiles, as a multiset; none for a spectator. */
export const rackOf = ({ s }: KernelTable, { data, seat }: KernelView): bigint =>
  seat >= 0 ? s.word(data, 'racks', seat) : 0n;

/** How many tiles are on each rack. */
export const rackSizes = (table: KernelTable, { setup, beside }: KernelView): number[] =>
  table.beside.numbers(beside, 'rack_sizes', 0, setup.seats);

/** The tiles that the viewer has not seen, as a multiset. */
export const unseen = (table: KernelTable, { beside }: KernelView): bigint =>
  table.beside.word(beside, 'unseen');

/** An event as a seat may see it: of another's draw only the number of tiles (A4). */
export function tell({ kernels }: KernelTable, event: Event, seat: Seat): Event {
  if (event.event === 'draw' && event.seat !== seat)
    return { event: 'draw', seat: event.seat, count: (event.tiles as unknown[]).length };
  return only(event, kernels.manifest.constants.told as string[]);
}
