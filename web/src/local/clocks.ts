/** The time of a game: how much is left, and how long a turn may last (table/clocks.py). */
import type { Clock } from '../wire/messages';
import type { Seat } from './game';

/** What the clocks show at the start, in milliseconds, if players have any. */
export const full = (clock: Clock | null, seats: number): number[] | null =>
  clock?.player_s ? Array.from({ length: seats }, () => 1000 * (clock.player_s ?? 0)) : null;

/** What the clocks show after a turn of so many milliseconds; no increment if time was up. */
export function charged(
  clock: Clock | null,
  left: readonly number[] | null,
  seat: Seat,
  spent: number,
  expired = false,
): number[] | null {
  if (!clock || !left) return null;
  const more = expired ? 0 : 1000 * (clock.increment_s ?? 0);
  return left.map((ms, n) => (n === seat ? Math.max(0, ms - Math.trunc(spent)) + more : ms));
}

/** How many milliseconds a seat's turn may last; null if there is no limit. */
export function allowance(
  clock: Clock | null,
  left: readonly number[] | null,
  seat: Seat,
): number | null {
  const limits = [
    ...(clock?.move_s ? [1000 * clock.move_s] : []),
    ...(clock && left ? [left[seat] ?? 0] : []),
  ];
  return limits.length ? Math.min(...limits) : null;
}
