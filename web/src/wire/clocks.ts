/** What the clocks show, reckoned from the last news. */
import type { Known } from './fold';
import type { LineState } from './line';

/** Return how many milliseconds a seat has left at a time, or null if it has no clock. */
export function left(known: Known, seat: number, at: number): number | null {
  const { now, table, turn } = known;
  if (!now || !table || now.result) return null;
  const waits = now.waiting.includes(seat) && !known.held;
  const spent = waits && turn.ms !== null ? turn.ms + (turn.stands ? 0 : at - turn.at) : 0;
  const limits: number[] = [];
  if (now.left_ms) limits.push((now.left_ms[seat] ?? 0) - spent);
  const { clock, round_s } = table.agreed;
  if (clock?.move_s && waits) limits.push(clock.move_s * 1000 - spent);
  if (round_s && waits) limits.push(round_s * 1000 - spent);
  return limits.length ? Math.max(0, Math.min(...limits)) : null;
}

/** The time up to which clocks have run: while the line is broken they stand, here as there. */
export function ranUntil(line: LineState, now: number): number {
  return line.is === 'lost' ? Math.min(line.since, now) : now;
}

/** A time as people read it: 1:24, 0:09, 1:02:00. */
export function minutes(ms: number): string {
  const s = Math.ceil(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  const m = Math.floor(s / 60);
  return m < 60 ? `${m}:${two(s % 60)}` : `${Math.floor(m / 60)}:${two(m % 60)}:${two(s % 60)}`;
}
