/** Questions about seats. */
import type { Known } from './fold';
import type { SeatState } from './messages';

/** Whether the player of a seat is offline, and no bot plays for them. */
export const isAway = (seat: SeatState): boolean =>
  Boolean(seat.name && !seat.here && !seat.bot && !seat.stand_in);

/** Whether the table is one's own: by one's seat, or as its maker without a seat. */
export const ownsTable = (known: Known): boolean =>
  known.seat === null ? known.owner : Boolean(known.table?.seats[known.seat]?.owner);
