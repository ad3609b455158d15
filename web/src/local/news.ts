/** What each seat receives: all of it through `view`, `tell` and `legal` (table/news.py). */
import type { Held, Hello, Moved, News, Now, Refused, TakenBack, Welcome } from '../wire/messages';
import type { Event, Reason, Seat } from './game';
import { isOver, told, waitingFor } from './match';
import type { Match } from './match';
import { COUNT_MS, HOLD_MS } from './state';
import type { HeldMove, LocalTable } from './state';
import { people } from './seats';

const POINTS = 2;

const shown = (match: Match, seat: Seat): Record<string, unknown> =>
  match.game.show(match.game.view(match.state, seat), [...match.sealed.keys()]);

/** A seat's own move that leaves it a private choice and can still be taken back. */
function takeable(table: LocalTable, seat: Seat): HeldMove | null {
  const kept = table.privateOf(seat);
  return kept && !kept.stands ? kept : null;
}

/** The game as a seat may know it. */
export function nowFor(table: LocalTable, seat: Seat, now: number): Now | null {
  const own = takeable(table, seat);
  const match = own ? table.match : table.matchOf(seat);
  if (!match) return null;
  const { game } = table;
  const waiting = own ? [] : table.waiting();
  const acts = waiting.includes(seat) || (match.sealed.has(seat) && !table.held);
  const legal = acts ? game.legal(match.state, seat) : null;
  const points = legal?.length && table.agreed.assist >= POINTS;
  const mine = match.sealed.get(seat);
  return {
    game: table.number,
    v: match.version,
    view: shown(match, seat),
    waiting,
    legal: legal && legal.map((move) => game.text(move)),
    mine: mine === undefined ? null : game.text(mine),
    left_ms: table.leftMs,
    turn_ms: table.shownMs(now),
    stands: table.pausedSince !== null,
    result: table.result,
    preview: points ? game.preview(game.view(match.state, seat), legal) : null,
    replay: isOver(match) ? `${table.code}.${table.number}` : null,
  };
}

const known = (table: LocalTable, seat: Seat, now: number): Now => {
  const found = nowFor(table, seat, now);
  if (!found) throw new Error('there is no game');
  return found;
};

/** What a page needs when it connects, or connects again after having seen a version. */
export function welcome(
  table: LocalTable,
  seat: Seat,
  { game = 0, since = 0 }: Hello,
  now: number,
): Welcome {
  const kept = table.privateOf(seat);
  const events = [...table.log, ...(kept?.stands ? kept.made.events : [])];
  const from = game === table.number && since <= events.length ? since : 0;
  return {
    t: 'welcome',
    table: table.state(now),
    since: from,
    seat: seat < 0 ? null : seat,
    events: table.match ? told(table.match, events.slice(from), seat) : [],
    now: nowFor(table, seat, now),
    owner: seat === (people(table.occupants)[0] ?? -1),
  };
}

export function moved(
  table: LocalTable,
  seat: Seat,
  events: readonly Event[],
  id: string | null,
  now: number,
): Moved {
  const here = known(table, seat, now);
  const match = table.matchOf(seat);
  return { t: 'moved', v: here.v, events: match ? told(match, events, seat) : [], now: here, id };
}

/** The move that can still be taken back, as a seat may know it; null if there is none. */
export function held(table: LocalTable, seat: Seat, now: number): Held | null {
  const own = takeable(table, seat);
  const kept = own ?? table.held;
  if (!kept) return null;
  const { match, events } = kept.made;
  const after = own ? null : table.afterHeld();
  const acting = whoGoesOn(match, after, kept.seat, seat);
  const { game } = table;
  const legal = acting && game.legal(acting.state, seat);
  const points = acting && legal?.length && table.agreed.assist >= POINTS;
  const known = table.toldBefore(seat);
  return {
    t: 'held',
    v: table.version + known,
    seat: kept.seat,
    events: told(match, events.slice(known), seat),
    view: shown(match, seat),
    ms: Math.max(0, Math.trunc(kept.since + HOLD_MS - now)),
    hold: kept.number,
    waiting: waitingFor(after ?? match),
    legal: legal && legal.map((move) => game.text(move)),
    preview: points ? game.preview(game.view(acting.state, seat), legal) : null,
    left_ms: own ? table.leftMs : kept.leftMs,
    turn_ms: table.shownMs(now),
    id: seat === kept.seat ? kept.id : null,
  };
}

/** The match in which a seat may go on from a held move: who made it knows no draw. */
function whoGoesOn(match: Match, after: Match | null, by: Seat, seat: Seat): Match | null {
  if (seat === by) return waitingFor(match).join() === String(seat) ? match : null;
  return after && waitingFor(after).includes(seat) ? after : null;
}

/** To a seat its own move that leaves it a choice; nobody else receives anything. */
export function privateNews(table: LocalTable, seat: Seat, now: number): News | null {
  const kept = table.privateOf(seat);
  if (!kept) return null;
  return kept.stands ? moved(table, seat, kept.made.events, kept.id, now) : held(table, seat, now);
}

export function chosen(match: Match, by: Seat, seat: Seat, id: string | null): News {
  const mine = match.sealed.get(seat);
  return {
    t: 'chosen',
    v: match.version,
    seat: by,
    waiting: waitingFor(match),
    mine: mine === undefined ? null : match.game.text(mine),
    id,
  };
}

export function takenBack(
  table: LocalTable,
  by: Seat,
  seat: Seat,
  id: string | null,
  now: number,
): TakenBack {
  return { t: 'taken_back', seat: by, now: known(table, seat, now), id };
}

export function counting(table: LocalTable, now: number, id: string | null): News {
  const ms = Math.max(0, Math.trunc((table.counting ?? now) + COUNT_MS - now));
  return { t: 'counting', seats: table.expirable(), ms, id };
}

export function refused(
  table: LocalTable,
  seat: Seat,
  { code, rule, text }: Reason,
  id: string | null,
  now: number,
): Refused {
  return { t: 'refused', code, rule, text, id, now: nowFor(table, seat, now) };
}
