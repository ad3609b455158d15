/** One table on this device: who sits where, the current game, the clocks (table/state.py). */
import type { Agreed, Origin, TableState, VariantInfo } from '../wire/messages';
import { Stream } from './chance';
import { allowance } from './clocks';
import { Refusal, WATCHER } from './game';
import type { Event, LocalGame, Move, Seat, Setup } from './game';
import { isOver, isPrivate, settle, submit, takeUp, waitingFor } from './match';
import type { Accepted, Match } from './match';
import type { FinishedGame, StartingPosition } from './replays';
import { FREE, driver, isPerson, people, seatState } from './seats';
import type { Occupant } from './seats';
import { setupOf } from './setup';

/** How long a move can be taken back, and how long the countdown for a slow player lasts (F4). */
export const HOLD_MS = 3000;
export const COUNT_MS = 3000;
const IDS_KEPT = 64;

/** A move that can still be taken back, or that leaves its seat a private choice. */
export interface HeldMove {
  seat: Seat;
  move: Move;
  then: Move | null;
  made: Accepted;
  since: number;
  leftMs: number[] | null;
  id: string | null;
  /** It leaves a private choice, and cannot be taken back any more. */
  stands: boolean;
  /** Of the hold, in this game; null for what nobody else knows of. */
  number: number | null;
}

/** A hold that became final: its number, and the versions after the move and after chance. */
export interface SettledMove {
  number: number;
  version: number;
  after: number;
}

/** A table as this device keeps it, as plain data. */
export interface KeptTable {
  format: 1;
  code: string;
  agreed: Required<Agreed>;
  form: VariantInfo;
  occupants: Occupant[];
  number: number;
  start: Seat;
  seed: number;
  botSeed: number;
  events: Event[];
  sealed: [Seat, Move][];
  /** A move that was made and is not final: it stands when the table is opened again. */
  pending: { seat: Seat; move: Move; then: Move | null } | null;
  leftMs: number[] | null;
  ids: string[];
  origin: StartingPosition | null;
  closed: boolean;
  /** For lists, without loading the game: the phase, and who must move. */
  phase: TableState['phase'];
  waiting: Seat[];
  /** When it last changed (ms since 1970). */
  at: number;
}

/** What a call returns, or null where the rules or the table refuse it. */
function orRefused<T>(call: () => T): T | null {
  try {
    return call();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

export class LocalTable {
  occupants: Occupant[];
  /** The number of the game, counted from 1. */
  number = 0;
  match: Match | null = null;
  start: Seat = 0;
  seed = 0;
  botSeed = 0;
  log: Event[] = [];
  held: HeldMove | null = null;
  /** How many holds there have been in this game, and the last one that became final. */
  holds = 0;
  settled: SettledMove | null = null;
  private ahead: { held: HeldMove; match: Match } | null = null;
  /** Since when somebody who comes next looks at the held move: people may share this device. */
  private looked: { held: HeldMove; since: number } | null = null;
  /** Leaves its seat a choice that nobody else knows of. */
  private: HeldMove | null = null;
  counting: number | null = null;
  turnSince = 0;
  /** Since when the clock stands because nobody who must move looks at the screen. */
  pausedSince: number | null = null;
  leftMs: number[] | null = null;
  closed = false;
  ids: string[] = [];
  origin: StartingPosition | null = null;

  constructor(
    readonly code: string,
    public agreed: Required<Agreed>,
    readonly form: VariantInfo,
    readonly game: LocalGame,
  ) {
    this.occupants = Array.from({ length: agreed.seats ?? 1 }, () => FREE);
  }

  get phase(): TableState['phase'] {
    if (this.closed) return 'closed';
    if (!this.match) return 'waiting';
    return isOver(this.match) ? 'over' : 'playing';
  }

  get version(): number {
    return this.match?.version ?? 0;
  }

  get setup(): Setup {
    return setupOf(this.agreed, this.start);
  }

  get result(): Record<string, unknown> | null {
    return this.match && this.game.result(this.match.state);
  }

  get dealer(): Stream {
    return new Stream(BigInt(this.seed));
  }

  get timed(): boolean {
    return Boolean(this.agreed.clock ?? this.agreed.round_s);
  }

  /** Where the first game goes on from; later games are dealt as usual. */
  get from(): Required<Origin> | null {
    const { origin } = this;
    // A line of moves is no replay that one could look at: its name is empty.
    return origin && this.number <= 1 ? { replay: origin.replay, v: origin.v } : null;
  }

  /** The seats that must move; none while a move is held. */
  waiting(): Seat[] {
    return !this.match || this.held || this.closed ? [] : waitingFor(this.match);
  }

  /** The match after the held move and what chance does then; nobody knows it yet. */
  afterHeld(): Match | null {
    const { held } = this;
    if (!held) return null;
    if (this.ahead?.held !== held)
      this.ahead = { held, match: settle(held.made.match, this.dealer).match };
    return this.ahead.match;
  }

  /** The seats that may go on from the held move, which then stands. */
  nextUp(): Seat[] {
    const after = this.afterHeld();
    return after ? waitingFor(after) : [];
  }

  /** Whether a person plays a seat, and no bot for them. */
  plays(seat: Seat): boolean {
    const there = this.occupants[seat] ?? FREE;
    return isPerson(there) && !there.standIn;
  }

  /** Whether the held move waits for people: its player and who comes next. */
  waits(): boolean {
    const next = this.nextUp();
    const own = this.held !== null && this.plays(this.held.seat);
    return own && next.length > 0 && next.every((seat) => this.plays(seat));
  }

  /** The move of this seat that leaves it a choice of which nobody else knows. */
  privateOf(seat: Seat): HeldMove | null {
    return this.private?.seat === seat ? this.private : null;
  }

  /** The match as a seat plays it: it alone knows a move that leaves it a choice. */
  matchOf(seat: Seat): Match | null {
    return this.privateOf(seat)?.made.match ?? this.match;
  }

  /** How many events its seat received with a move that stands and leaves a choice. */
  toldBefore(seat: Seat): number {
    const kept = this.privateOf(seat);
    return kept?.stands ? kept.made.events.length : 0;
  }

  /** The seats to move, if the table can make the default move for all of them. */
  expirable(): Seat[] {
    const { match } = this;
    const late = this.waiting();
    const able =
      match && late.every((seat) => seat >= 0 && this.game.absent(match.state, seat) !== null);
    return able ? late : [];
  }

  /** How long the turn has lasted, without the time that the clock stood. */
  turnMs(now: number): number {
    return (this.pausedSince ?? now) - this.turnSince;
  }

  /** How long the turn has lasted as everybody sees it: whoever comes next could move at once. */
  shownMs(now: number): number | null {
    if (!this.timed || !this.match) return null;
    return Math.trunc(this.held ? now - this.nextSince(now) : this.turnMs(now));
  }

  /** Since when whoever comes next could go on from the held move. */
  nextSince(now: number): number {
    return this.looked && this.looked.held === this.held ? this.looked.since : now;
  }

  inTime(seat: Seat, now: number): boolean {
    if (!this.waiting().includes(seat)) return !(this.leftMs && (this.leftMs[seat] ?? 0) <= 0);
    const most = allowance(this.agreed.clock, this.leftMs, seat);
    const round = this.agreed.round_s ? 1000 * this.agreed.round_s : Infinity;
    return this.turnMs(now) < Math.min(most ?? Infinity, round);
  }

  teamOf(seat: Seat): number | null {
    const sides = this.game.sides(this.setup);
    const own = sides.findIndex((side) => side.includes(seat));
    return sides.length > 1 && (sides[own]?.length ?? 0) > 1 ? own : null;
  }

  /** Replace the match by the one after a change, and begin a new turn. */
  advance({ match, events }: Accepted, now: number): void {
    this.match = match;
    this.log.push(...events);
    this.held = this.private = this.counting = this.pausedSince = null;
    this.turnSince = now;
  }

  /** Stop or start the clock: it runs while somebody who must move looks. Tells if it changed. */
  watch(shown: readonly Seat[], now: number): boolean {
    if (
      this.held &&
      this.looked?.held !== this.held &&
      this.nextUp().some((n) => shown.includes(n))
    )
      this.looked = { held: this.held, since: now };
    const due = this.waiting().filter((seat) => !driver(this.occupants[seat] ?? FREE));
    const stands =
      this.timed &&
      this.phase === 'playing' &&
      due.length > 0 &&
      !due.some((seat) => shown.includes(seat));
    if (stands === (this.pausedSince !== null)) return false;
    if (this.pausedSince !== null) {
      const away = now - this.pausedSince;
      this.turnSince += away;
      if (this.counting !== null) this.counting += away;
    }
    this.pausedSince = stands ? now : null;
    return true;
  }

  /** Remember a seat's request, so that it is not done twice. */
  remember(request: string): void {
    this.ids = [...this.ids, request].slice(-IDS_KEPT);
  }

  /** Seat everybody anew: for each seat, which it was before; what was asked goes with them. */
  reseat(order: readonly (Seat | null)[]): void {
    this.occupants = order.map((was) => (was === null ? FREE : (this.occupants[was] ?? FREE)));
    this.agreed = { ...this.agreed, seats: order.length };
    this.ids = this.ids.flatMap((request) => {
      const [seat = '', ...id] = request.split(' ');
      const now = Number(seat) < 0 ? WATCHER : order.indexOf(Number(seat));
      const gone = now < 0 && now !== WATCHER;
      return gone ? [] : [[now, ...id].join(' ')];
    });
  }

  /** The state of the table, without the game. */
  state(now: number): TableState {
    const owner = people(this.occupants)[0] ?? -1;
    return {
      code: this.code,
      phase: this.phase,
      agreed: this.agreed,
      seats: this.occupants.map((one, n) => seatState(one, n, this.teamOf(n), owner)),
      game: this.number,
      watchers: 0,
      turn_ms: this.shownMs(now),
      stands: this.pausedSince !== null,
      from: this.from,
    };
  }

  /** The game that has just ended. */
  finished(at: number): FinishedGame | null {
    const { result } = this;
    return (
      result && {
        id: `${this.code}.${this.number}`,
        agreed: this.agreed,
        start: this.start,
        seed: this.seed,
        players: this.occupants.map(({ name, avatar, bot }) => ({ name: name ?? '', avatar, bot })),
        from: this.from,
        events: [...this.log],
        result,
        at,
      }
    );
  }

  /** The table as plain data, which stays as it is when the table changes. */
  kept(at: number): KeptTable {
    const pending = this.pending();
    return {
      format: 1,
      code: this.code,
      agreed: this.agreed,
      form: this.form,
      occupants: [...this.occupants],
      number: this.number,
      start: this.start,
      seed: this.seed,
      botSeed: this.botSeed,
      events: [...this.log],
      sealed: [...(this.match?.sealed ?? [])],
      pending,
      leftMs: this.leftMs,
      ids: this.ids,
      origin: this.origin,
      closed: this.closed,
      phase: this.phase,
      waiting: this.waiting(),
      at,
    };
  }

  /** What was made and is not final; the answer to a choice comes with the move before it. */
  private pending(): KeptTable['pending'] {
    const kept = this.held ?? this.private;
    if (!kept) return null;
    const choice = kept === this.held ? this.privateOf(kept.seat) : null;
    const { seat, move, then } = kept;
    return choice ? { seat, move: choice.move, then: move } : { seat, move, then };
  }

  /** A table that was kept, with its clocks where they stood. */
  static opened(kept: KeptTable, game: LocalGame, now: number): LocalTable {
    const table = new LocalTable(kept.code, kept.agreed, kept.form, game);
    const { occupants, number, start, seed, botSeed, leftMs, ids, origin, closed } = kept;
    Object.assign(table, { occupants, number, start, seed, botSeed, leftMs, ids, origin, closed });
    table.turnSince = now;
    if (!number) return table;
    const taken = takeUp(game, table.setup, kept.events, kept.sealed);
    table.match = taken.match;
    table.log = [...kept.events, ...taken.events];
    if (kept.pending) table.resubmit(kept.pending, now);
    return table;
  }

  /** Make a move again that was not final; one that is refused now is dropped, not the game. */
  private resubmit(
    { seat, move, then }: { seat: Seat; move: Move; then: Move | null },
    now: number,
  ): void {
    const { match } = this;
    if (!match) return;
    const made = orRefused(() => submit(match, seat, move, match.version, null, then));
    if (!made) return;
    const since = now - HOLD_MS;
    const held = { seat, move, then, made, since, leftMs: this.leftMs, id: null, number: null };
    if (isPrivate(made.match)) this.private = { ...held, stands: true };
    else this.held = { ...held, stands: false, number: ++this.holds };
  }
}
