/** What a table does about a request: it changes, or a Refusal is thrown (table/decide.py). */
import type { Move as MoveRequest, News, Request, Settle, TakeBack } from '../wire/messages';
import { playsHere } from './bots';
import { newSeed } from './chance';
import { charged, full } from './clocks';
import type { Event, Move, Seat } from './game';
import {
  chanceTellsNothing,
  demand,
  expire,
  isPrivate,
  readMove,
  refusal,
  revealsNothing,
  settle,
  start,
  submit,
  takeUp,
  waitingFor,
} from './match';
import type { Accepted, Match } from './match';
import * as news from './news';
import { HOLD_MS } from './state';
import type { HeldMove, LocalTable } from './state';
import { FREE, driver, isPerson } from './seats';
import { nextStart } from './setup';

/** The bot that takes over when nobody chose one: a middle level. */
const USUAL = 'level4';

/** What has changed: what each seat receives of it, and whether the table itself has. */
export interface Change {
  news: (seat: Seat, now: number) => News | null;
  table?: boolean;
  /** Seats came or went: for each one, which it was before; null: a new one. */
  order?: (Seat | null)[];
}

const SEATS: Change = { news: () => null, table: true };

const others =
  (table: LocalTable, events: readonly Event[], by: Seat | null, id: string | null, known = 0) =>
  (seat: Seat, now: number): News =>
    news.moved(
      table,
      seat,
      seat === by ? events.slice(known) : events,
      seat === by ? id : null,
      now,
    );

// -- before and between games ---------------------------------------------------------------------

/** Start a game. */
function begin(table: LocalTable, first: Seat, now: number): Change {
  table.start = first;
  table.number++;
  [table.seed, table.botSeed] = [Number(newSeed()), Number(newSeed())];
  table.log = [];
  table.match = null;
  [table.holds, table.settled] = [0, null];
  const { origin, game, setup, dealer } = table;
  table.leftMs = full(table.agreed.clock, setup.seats);
  if (!origin || table.number > 1) table.advance(start(game, setup, dealer), now);
  else {
    const taken = takeUp(game, setup, origin.events);
    const dealt = settle(taken.match, dealer);
    const events = [...origin.events, ...taken.events, ...dealt.events];
    table.advance({ match: dealt.match, events }, now);
  }
  return { news: others(table, table.log.slice(), null, null), table: true };
}

/** Add free seats before the first game, or remove a free seat or a bot and then free ones. */
export function setSeats(table: LocalTable, n: number, drop: Seat | null): Change {
  const text = 'seats are added and removed before the first game';
  demand(table.phase === 'waiting', 'started', text);
  demand(!table.origin, 'seats', 'a table from a position has the seats of that game');
  const { seats: many, variant, rule } = table.form;
  const few = `${variant} is for ${many.join(' or ')} players, not ${n}`;
  demand(many.includes(n), 'seats', few, rule);
  const seats = table.occupants;
  const empty = seats.flatMap(({ name }, seat) => (name === null && seat !== drop ? [seat] : []));
  if (drop !== null) {
    const there = seats[drop];
    demand(there && !isPerson(there), 'no-seat', 'a person sits there');
    empty.push(drop);
  }
  const surplus = Math.max(0, seats.length - n);
  demand(surplus <= empty.length, 'no-seat', 'too many people sit here for so few seats');
  const gone = empty.slice(empty.length - surplus);
  const rest = seats.flatMap((_, seat) => (gone.includes(seat) ? [] : [seat]));
  const order = Array.from({ length: n }, (_, seat) => rest[seat] ?? null);
  table.reseat(order);
  return { ...SEATS, order };
}

/** Start the first game; `fewer`: without the free seats. */
export function startGame(table: LocalTable, now: number, fewer = false): Change {
  demand(table.phase === 'waiting', 'started', 'the game has begun');
  const taken = table.occupants.filter(({ name }) => name !== null).length;
  const leaves = fewer && taken < table.occupants.length && !table.origin;
  const before = leaves && table.form.seats.includes(taken) ? setSeats(table, taken, null) : SEATS;
  demand(!table.occupants.some(({ name }) => name === null), 'free-seats', 'there are free seats');
  return { ...begin(table, table.origin?.start ?? 0, now), order: before.order };
}

/** All people share this device: one of them asks for all. */
function rematch(table: LocalTable, yes: boolean, now: number): Change {
  demand(table.phase === 'over', 'not-over', 'the game is not over');
  return yes ? begin(table, nextStart(table.form, table.setup), now) : SEATS;
}

/** Put a bot in a free seat, or remove one between games. */
export function seatBot(table: LocalTable, at: Seat, bot: string | null | undefined): Change {
  const there = table.occupants[at];
  demand(there, 'no-seat', 'there is no such seat');
  demand(table.phase !== 'playing', 'started', 'the game has begun');
  if (!bot) demand(there.bot, 'no-bot', 'no bot sits there');
  else {
    demand(there.name === null, 'no-seat', 'this seat is not free');
    demand(playsHere(bot, table.game), 'bot', `there is no bot '${bot}' on this device`);
  }
  const now = bot ? { name: bot, avatar: '', bot, standIn: null } : FREE;
  table.occupants = table.occupants.map((one, n) => (n === at ? now : one));
  return SEATS;
}

function lend(table: LocalTable, at: Seat, bot: string | null): Change {
  table.occupants = table.occupants.map((one, n) => (n === at ? { ...one, standIn: bot } : one));
  return SEATS;
}

function standIn(table: LocalTable, at: Seat, bot: string | null | undefined): Change {
  const there = table.occupants[at] ?? FREE;
  demand(table.phase === 'playing', 'not-playing', 'no game is being played');
  demand(isPerson(there), 'no-seat', 'no person sits there');
  demand(!there.standIn, 'stand-in', 'a bot plays for this seat already');
  demand(playsHere(bot ?? USUAL, table.game), 'bot', `there is no bot '${bot}' on this device`);
  return lend(table, at, bot ?? USUAL);
}

function comeBack(table: LocalTable, seat: Seat, now: number): Change {
  demand(table.occupants[seat]?.standIn, 'no-bot', 'no bot plays for you');
  demand(table.inTime(seat, now), 'time', 'your time is up');
  return lend(table, seat, null);
}

// -- the game --------------------------------------------------------------------------------------

/** What the clocks show when a seat has moved. */
function spent(table: LocalTable, seat: Seat, now: number): number[] | null {
  const free = table.match?.sealed.has(seat) || driver(table.occupants[seat] ?? FREE);
  if (free) return table.leftMs; // changing a choice costs nothing, and bots have time
  return charged(table.agreed.clock, table.leftMs, seat, table.turnMs(now));
}

/** Make a move: held if it may be taken back, else with chance's answer at once. */
export function move(
  table: LocalTable,
  seat: Seat,
  made: Move | string,
  version: number,
  id: string | null,
  now: number,
  then: Move | string | null = null,
): Change {
  const match = table.matchOf(seat);
  demand(match, 'waiting', 'the game has not begun');
  demand(!table.held, 'held', 'wait until the last move stands');
  const { game } = table;
  const number = readMove(match, seat, made, version);
  const bot = driver(table.occupants[seat] ?? FREE);
  demand(bot ?? table.inTime(seat, now), 'time', 'your time is up');
  const leftMs = spent(table, seat, now);
  const answer = typeof then === 'string' ? game.parse(then) : then;
  const takesBack = takesMovesBack(table, seat);
  const kept = table.privateOf(seat);
  const before = kept?.made.events ?? [];
  if (takesBack || game.declining !== null) {
    const tried = submit(match, seat, number, version, null, answer);
    const opens = isPrivate(tried.match);
    const after = { match: tried.match, events: [...before, ...tried.events] };
    const made = { seat, move: number, then: answer, made: after, since: now, leftMs, id };
    const held = { ...made, stands: opens && !takesBack, number: null };
    if (opens) return hold(table, held, true);
    const waits = takesBack && mayWait(table, seat, tried.match);
    if (waits && revealsNothing(match, seat, number, tried.match, answer))
      return hold(table, { ...held, number: ++table.holds }, false);
  }
  const known = table.toldBefore(seat);
  const after = submit(match, seat, number, version, table.dealer, answer);
  table.leftMs = leftMs;
  if (after.match.sealed.has(seat)) {
    table.match = after.match;
    // People who share a device choose one after the other: each has the whole time.
    if (!bot) table.turnSince = now;
    return { news: (to) => news.chosen(after.match, seat, to, to === seat ? id : null) };
  }
  const events = [...before, ...after.events];
  table.advance({ match: after.match, events }, now);
  return ending(table, { news: others(table, events, seat, id, known) });
}

/** Whether a seat's moves can be taken back at all: among people, if they agreed on it. */
function takesMovesBack(table: LocalTable, seat: Seat): boolean {
  const others = table.occupants.some((_, other) => other !== seat && table.plays(other));
  return table.agreed.take_back && table.plays(seat) && others;
}

/** Whether a person comes next who learns nothing from what chance does before. */
function mayWait(table: LocalTable, seat: Seat, after: Match): boolean {
  const dealt = settle(after, table.dealer).match;
  const next = waitingFor(dealt);
  return (
    next.length > 0 &&
    next.every(
      (other) => table.plays(other) && (other === seat || chanceTellsNothing(after, dealt, other)),
    )
  );
}

/** The state of the table changes when its game is over. */
const ending = (table: LocalTable, change: Change): Change =>
  table.phase === 'over' ? { ...change, table: true } : change;

function hold(table: LocalTable, kept: HeldMove, opens: boolean): Change {
  // A move that stands does so while the answer to its choice can still be taken back.
  const choice = table.privateOf(kept.seat);
  [table.held, table.private] = opens ? [null, kept] : [kept, choice?.stands ? choice : null];
  return {
    news: (seat, now) => (opens ? news.privateNews(table, seat, now) : news.held(table, seat, now)),
  };
}

/** Make the held move final: chance answers. */
function settleHeld(table: LocalTable, now: number, id: string | null = null, by?: Seat): Change {
  const kept = table.held;
  demand(kept, 'early', 'it is not time yet');
  const dealt = settle(kept.made.match, table.dealer);
  const events = [...kept.made.events, ...dealt.events];
  const known = table.toldBefore(kept.seat);
  const since = table.nextSince(now);
  table.leftMs = kept.leftMs;
  table.advance({ match: dealt.match, events }, now);
  if (kept.number !== null) {
    const version = kept.made.match.version;
    table.settled = { number: kept.number, version, after: dealt.match.version };
    table.turnSince = since; // whoever comes next could move from then on
  }
  return ending(table, {
    news: (seat, at) => {
      const own = seat === kept.seat ? events.slice(known) : events;
      return news.moved(table, seat, own, seat === by ? id : null, at);
    },
  });
}

/** Whether a request goes on from the held move, which then stands first. */
function goesOn(table: LocalTable, seat: Seat, request: Request): boolean {
  const { held } = table;
  if (!held) return false;
  const next = table.nextUp().includes(seat);
  if (request.t === 'rise') return seat === held.seat;
  if (request.t === 'stand_in') return request.seat === seat && (next || seat === held.seat);
  if (!next) return false;
  if (request.t === 'move') {
    // Who made the held move knows which one it is.
    const meant = request.hold == null ? seat === held.seat : request.hold === held.number;
    return request.v === held.made.match.version && meant;
  }
  return request.t === 'hint' || request.t === 'gift';
}

/** Settle the held move early because somebody goes on; null if that is not so. */
export function goOn(table: LocalTable, seat: Seat, request: Request, now: number): Change | null {
  const after = table.afterHeld();
  if (!after || !goesOn(table, seat, request)) return null;
  if (request.t === 'move')
    submit(after, seat, request.move, after.version, null, request.then ?? null); // or it stays held
  return settleHeld(table, now);
}

/** Settle the held move because its player or the next one asks. */
function letStand(table: LocalTable, seat: Seat, { hold, id }: Settle, now: number): Change {
  const { held } = table;
  if (held?.number !== hold) {
    const text = 'this move was taken back, or others have moved';
    demand(table.settled?.number === hold, 'stale', text);
    return { news: (to, at) => (to === seat ? news.moved(table, seat, [], id, at) : null) };
  }
  const may = seat === held.seat || table.nextUp().includes(seat);
  demand(may, 'not-your-turn', 'only its player or the next one can make a held move final');
  return settleHeld(table, now, id, seat);
}

/** The version that a move is for: one over a hold follows what chance did after that. */
function versionFor(table: LocalTable, { v, hold }: MoveRequest): number {
  if (hold == null) return v;
  const { settled, held, version } = table;
  const meant = settled?.number === hold && settled.version === v && settled.after === version;
  const text = 'the move before yours was taken back, or others have moved';
  demand(!held && meant, 'stale', text);
  return version;
}

function takeBack(table: LocalTable, seat: Seat, { id, hold }: TakeBack, now: number): Change {
  const own = table.privateOf(seat);
  const kept = own && !own.stands ? own : table.held;
  const meant = kept && (hold == null || hold === kept.number);
  demand(meant, 'too-late', 'there is nothing that could be taken back');
  const seconds = HOLD_MS / 1000;
  const text = `a move can be taken back for ${seconds} seconds`;
  demand(now < kept.since + HOLD_MS, 'too-late', text);
  demand(kept.seat === seat, 'not-yours', 'only its player can take a move back');
  demand(table.inTime(seat, now), 'too-late', 'your time is up: the move stands');
  demand(kept === own || table.waits(), 'too-late', 'a bot plays on: the move stands');
  // Only the answer is taken back if the move before it stands.
  [table.held, table.private] = [null, own?.stands ? own : null];
  return {
    news: (to, at) =>
      kept === own && to !== seat
        ? null
        : news.takenBack(table, seat, to, to === seat ? id : null, at),
  };
}

function count(table: LocalTable, seat: Seat, id: string, now: number): Change {
  const late = table.expirable();
  demand(table.match?.sealed.has(seat), 'choose-first', 'choose first');
  demand(late.length === 1, 'count', 'the count begins when everyone but one has chosen');
  demand(table.counting === null, 'counting', 'the countdown has begun already');
  table.counting = now;
  return { news: (to, at) => news.counting(table, at, to === seat ? id : null) };
}

/** Make the default move for late seats if the rules have one; else a bot takes over. */
export function late(table: LocalTable, seats: Seat[], now: number): Change {
  const { match } = table;
  demand(match, 'waiting', 'the game has not begun');
  for (const seat of seats)
    table.leftMs = charged(table.agreed.clock, table.leftMs, seat, table.turnMs(now), true);
  if (seats.some((seat) => table.game.absent(match.state, seat) === null))
    return lend(table, seats[0] ?? 0, USUAL);
  const made: Accepted = expire(match, seats, table.dealer);
  table.advance(made, now);
  return { news: others(table, made.events, null, null), table: true };
}

/** The held move's time is over, or that of a private choice that could be taken back. */
export function overdue(table: LocalTable, now: number): Change {
  if (table.held) return settleHeld(table, now);
  const kept = table.private;
  demand(kept && !kept.stands, 'early', 'it is not time yet');
  table.private = { ...kept, stands: true };
  return { news: (seat, at) => news.privateNews(table, seat, at) };
}

/** Change the table as a request asks; throws a Refusal. */
export function decide(table: LocalTable, seat: Seat, request: Request, now: number): Change {
  demand(table.phase !== 'closed', 'closed', 'the owner has closed this table');
  if (request.t === 'start') return startGame(table, now, request.fewer);
  if (request.t === 'seats') return setSeats(table, request.n, request.drop ?? null);
  if (request.t === 'bot') return seatBot(table, request.seat, request.bot);
  if (request.t === 'rematch') return rematch(table, request.yes ?? true, now);
  demand(seat >= 0, 'watching', "spectators can't play");
  switch (request.t) {
    case 'move': {
      demand(
        !table.occupants[seat]?.standIn,
        'stand-in',
        'a bot plays for you: take your seat back',
      );
      const { id, then } = request;
      const v = versionFor(table, request);
      return move(table, seat, request.move, v, id, now, then ?? null);
    }
    case 'take_back':
      return takeBack(table, seat, request, now);
    case 'settle':
      return letStand(table, seat, request, now);
    case 'count':
      return count(table, seat, request.id, now);
    case 'stand_in':
      return standIn(table, request.seat, request.bot);
    case 'return':
      return comeBack(table, seat, now);
    case 'close':
      table.closed = true;
      table.held = table.private = null;
      return SEATS;
    default:
      throw refusal('local', 'a table on one device has no use for this');
  }
}
