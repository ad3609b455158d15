/** Questions about seats. */
import type { SeatState } from './messages';

/** Whether the player of a seat is offline, and no bot plays for them. */
export const isAway = (seat: SeatState): boolean =>
  Boolean(seat.name && !seat.here && !seat.bot && !seat.stand_in);
