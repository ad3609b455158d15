/** Who sits opposite at a table of one against one. */
import type { TableState } from '../wire/messages';
import { characterOf } from './characters';

/** Return the key of the only opponent, if it is one of the levels; else null. */
export function opponentAt({ seats, from }: TableState, seat: number | null): string | null {
  if (seat === null || seats.length !== 2 || from || seats[seat]?.bot) return null;
  const bot = seats[1 - seat]?.bot ?? null;
  return characterOf(bot) ? bot : null;
}
