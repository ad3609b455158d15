/** Deadlines: what a table does by itself when time is up (table/deadlines.py). */
import { allowance } from './clocks';
import { late, overdue } from './decide';
import type { Change } from './decide';
import type { Seat } from './game';
import { FREE, driver } from './seats';
import { COUNT_MS, HOLD_MS } from './state';
import type { LocalTable } from './state';

interface Deadline {
  at: number;
  /** The seats whose time is up then; null: a move can no longer be taken back. */
  seats: Seat[] | null;
}

function deadlines(table: LocalTable): Deadline[] {
  // Nobody waits for a move that nobody can take back any more.
  if (table.held)
    return [{ at: table.waits() ? table.held.since + HOLD_MS : -Infinity, seats: null }];
  const kept = table.private;
  const found: Deadline[] = kept && !kept.stands ? [{ at: kept.since + HOLD_MS, seats: null }] : [];
  if (table.phase !== 'playing' || table.pausedSince !== null) return found;
  const slow = table.expirable();
  if (slow.length && table.counting !== null)
    found.push({ at: table.counting + COUNT_MS, seats: slow });
  if (slow.length && table.agreed.round_s)
    found.push({ at: table.turnSince + 1000 * table.agreed.round_s, seats: slow });
  for (const seat of table.waiting()) {
    const most = allowance(table.agreed.clock, table.leftMs, seat);
    if (most !== null && !driver(table.occupants[seat] ?? FREE))
      found.push({ at: table.turnSince + most, seats: [seat] });
  }
  return found.sort((one, other) => one.at - other.at);
}

/** The table's next deadline, or null. */
export const due = (table: LocalTable): number | null => deadlines(table)[0]?.at ?? null;

/** Make the change of a deadline that has passed; null if none has. */
export function expired(table: LocalTable, now: number): Change | null {
  const [first] = deadlines(table);
  if (!first || first.at > now) return null;
  return first.seats ? late(table, first.seats, now) : overdue(table, now);
}
