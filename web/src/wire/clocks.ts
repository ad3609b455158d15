/** What the clocks show, computed from the last message of the server. */
import type { Known } from './fold';
import type { ConnectionState } from './connection';
import type { Agreed, TableState } from './messages';
import { t } from '../kit/i18n.svelte';

/** A day, in seconds: with as much for a move, and nothing else, a game is slow. */
export const DAY_S = 86_400;

/** How many days a move of a slow game may take; 0 if the game is not slow. */
export function slowDays(agreed?: Pick<Agreed, 'clock'> | null): number {
  const clock = agreed?.clock;
  const move = clock?.player_s ? 0 : (clock?.move_s ?? 0);
  return move >= DAY_S ? Math.round(move / DAY_S) : 0;
}

/** How many milliseconds the turn of a slow game still has, for the home page; null without one. */
export function slowLeft(table: Pick<TableState, 'agreed' | 'turn_ms' | 'phase'>): number | null {
  if (!slowDays(table.agreed) || table.phase !== 'playing' || table.turn_ms == null) return null;
  return Math.max(0, 1000 * (table.agreed.clock?.move_s ?? 0) - table.turn_ms);
}

/** Return how many milliseconds a seat has left at a time, or null if it has no clock. */
export function left(known: Known, seat: number, at: number): number | null {
  const { now, table, turn } = known;
  if (!now || !table || now.result) return null;
  const waits = now.waiting.includes(seat);
  const spent =
    waits && turn.ms !== null ? turn.ms + (turn.stands ? 0 : Math.max(0, at - turn.at)) : 0;
  const limits: number[] = [];
  if (now.left_ms) limits.push((now.left_ms[seat] ?? 0) - spent);
  const { clock, round_s } = table.agreed;
  if (clock?.move_s && waits) limits.push(clock.move_s * 1000 - spent);
  if (round_s && waits) limits.push(round_s * 1000 - spent);
  return limits.length ? Math.max(0, Math.min(...limits)) : null;
}

/**
 * Whether the clock is stopped because the connection is lost. A restart stops every clock; else
 * only ours stops, if the game waits for us alone and we have no move that can still be taken back.
 */
export function stopped(known: Known, connection: ConnectionState): boolean {
  if (connection.is !== 'lost') return false;
  const { clock, round_s } = known.table?.agreed ?? {};
  if (slowDays(known.table?.agreed)) return false; // it counts the days
  if (connection.restart) return Boolean(clock ?? round_s);
  const [first, ...others] = known.now?.waiting ?? [];
  const alone = first !== undefined && first === known.seat && !others.length;
  return Boolean(clock) && !round_s && alone && !known.held;
}

/** The time up to which the clocks have run, here and on the server. */
export function ranUntil(known: Known, connection: ConnectionState, now: number): number {
  return connection.is === 'lost' && stopped(known, connection)
    ? Math.min(connection.since, now)
    : now;
}

/** Format a time: 1:24, 0:09, 1:02:00; hours and days in words. */
export function minutes(ms: number): string {
  const s = Math.ceil(ms / 1000);
  const h = Math.floor(s / 3600);
  if (h >= 24) return t('slow.days', { d: Math.floor(h / 24), h: h % 24 });
  if (h >= 3) return t('slow.hours', { h, m: Math.floor(s / 60) % 60 });
  const two = (n: number): string => String(n).padStart(2, '0');
  const m = Math.floor(s / 60);
  return m < 60 ? `${m}:${two(s % 60)}` : `${Math.floor(m / 60)}:${two(m % 60)}:${two(s % 60)}`;
}
