/** Who sits where, as the server tells it. */
import type { SeatState } from './messages';

/** Whether the person whose seat it is has gone, and nobody plays for them. */
export const isAway = (seat: SeatState): boolean =>
  Boolean(seat.name && !seat.here && !seat.bot && !seat.stand_in);
