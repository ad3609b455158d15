/** Hosts the tables of this device: connections, bots, deadlines, and what is kept of them. */
import type {
  Agreed,
  Analysis,
  Create,
  GameInfo,
  Hello,
  News,
  Replay,
  Request,
  Seated,
} from '../wire/messages';
import { DEVICE, ELSEWHERE, LOCAL, NOT_LOADED } from '../wire/local';
import { NO_ANALYSIS, analyse } from './analyse';
import { choose } from './bots';
import { seatSeed } from './chance';
import { gift, hint } from './coach';
import { due, expired } from './deadlines';
import { decide, goOn, move, seatBot, startGame } from './decide';
import type { Change } from './decide';
import { Refusal, WATCHER } from './game';
import type { LocalGame, Move, Seat } from './game';
import { demand, isPrivate, refusal, submit } from './match';
import type { Match } from './match';
import * as news from './news';
import { lineOrigin } from './position';
import { positionAt, replayOf } from './replays';
import type { FinishedGame } from './replays';
import { driver, FREE, isPerson, people, seatOf } from './seats';
import { agree, formOf, setupOf } from './setup';
import { LocalTable } from './state';
import type { Store } from './store';
import { importRecord } from './importRecord';
import type { RawRecord } from './importRecord';

/** Close codes, as a server has them. */
const GONE = 4404;
const NO_PERSON = 4401;
const UNREADABLE = 4400;

/** What of a bot's usual pause is left where it answers the only person who looks on (bot_loop.py). */
const ANSWER = 0.4;

const NAME_LENGTH = 24;
const RESERVED = /^(bot|cmd):/i;

/** Requests whose answer is `done`. */
const SILENT = new Set(['start', 'seats', 'bot', 'stand_in', 'return', 'rematch', 'close']);

/** The page's end of a connection. */
export interface Pipe {
  send(news: News): void;
  close(code: number): void;
}

/** Who sits down round one device, besides bots. */
export interface Person {
  name: string;
  avatar: string;
}

/** A table on this device: the server's own request, with what a server would know itself. */
export interface LocalCreate extends Create {
  info: GameInfo;
  /** The game begins after these moves, and not with a deal (position.ts). */
  line?: string;
  /** Several people share the device; else `sit` is the one. */
  people?: Person[];
}

/** What the host needs of its surroundings; tests bring their own. */
export interface Surroundings {
  load(agreed: Agreed): Promise<LocalGame>;
  store: Store;
  /** Milliseconds that never run backwards. */
  now(): number;
  /** Milliseconds since 1970. */
  wall(): number;
  /** Call after some time; returns how to cancel it. */
  later(ms: number, call: () => void): () => void;
  /** Take a table over from other tabs; `lost` is called when another one takes it. */
  claim(code: string, lost: () => void): Promise<() => void>;
  /** How long what was played is to be seen before a bot moves, its thinking included. */
  pause(): number;
}

interface Listener {
  pipe: Pipe;
  seat: Seat;
}

class Live {
  readonly listeners = new Set<Listener>();
  cancel: (() => void) | null = null;
  thinking = false;
  /** The version of the game when it became the bots' turn. */
  asked: number | null = null;
  constructor(
    readonly table: LocalTable,
    readonly release: () => void,
  ) {}
}

/** What a bot has chosen: its move, and the answer to a choice that the move leaves it. */
interface Chosen {
  seat: Seat;
  match: Match;
  moves: readonly [Move, Move | null];
}

const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return LOCAL + Array.from(bytes, (byte) => CODE_LETTERS[byte % 32]).join('');
}

export class Host {
  private readonly live = new Map<string, Promise<Live>>();
  private readonly analyses = new Map<string, Analysis>();

  constructor(private readonly around: Surroundings) {}

  // -- requests of the page ------------------------------------------------------------------------

  /** Make a table, seat people and bots, and start. */
  async create(wish: LocalCreate): Promise<Seated> {
    const { store, now } = this.around;
    const from = wish.from ? await this.finished(wish.from.replay) : null;
    if (from) demand(from.agreed.game === wish.agreed.game, 'from', 'this replay is another game');
    const { variant, edition, seats, options } = from?.agreed ?? wish.agreed;
    const agreed = agree(wish.info, { ...wish.agreed, variant, edition, seats, options });
    const game = await this.around.load(agreed);
    const table = new LocalTable(newCode(), agreed, formOf(wish.info, agreed.variant), game);
    if (from && wish.from) table.origin = positionAt(game, from, wish.from.v);
    if (wish.line) table.origin = lineOrigin(game, setupOf(agreed, 0), wish.line);
    seatAll(table, wish);
    if (wish.start) startGame(table, now());
    await store.save(table.kept(this.around.wall()), null);
    this.live.set(table.code, this.claimed(table));
    const seat = seatOf(table.occupants, DEVICE) ?? null;
    return { code: table.code, link: `/t/${table.code}`, seat, token: DEVICE };
  }

  /** A finished game, move by move. */
  async replay(id: string): Promise<Replay> {
    const played = await this.finished(id);
    return replayOf(await this.around.load(played.agreed), played);
  }

  private async finished(id: string): Promise<FinishedGame> {
    const played = await this.around.store.game(id.toUpperCase());
    if (!played) throw refusal('not-found', 'nothing was found under this address');
    return played;
  }

  /** Keep a record from a file or a link as a finished game. */
  async take(record: RawRecord, info: GameInfo): Promise<string> {
    const { load, store, wall } = this.around;
    const game = await importRecord(record, info, load, wall());
    await store.keep(game);
    return game.id;
  }

  /** What each move of a finished game lost, or how far the analysis is. */
  async analysis(id: string): Promise<Analysis> {
    const known = this.analyses.get(id);
    if (known) return known;
    const played = await this.finished(id);
    const game = await this.around.load(played.agreed);
    const waiting: Analysis = { ...NO_ANALYSIS, state: 'waiting' };
    this.analyses.set(id, waiting);
    const work = analyse(game, played);
    // One decision at a time: whoever plays meanwhile waits for one of them at most.
    const next = (): void => {
      try {
        const { value, done } = work.next();
        this.analyses.set(id, value);
        if (!done) this.around.later(0, next);
      } catch {
        this.analyses.set(id, NO_ANALYSIS);
      }
    };
    this.around.later(0, next);
    return waiting;
  }

  /** Delete a table with all its games. */
  async erase(code: string): Promise<void> {
    const live = await this.live.get(code)?.catch(() => null);
    if (live) this.drop(live, GONE);
    await this.around.store.erase(code);
  }

  // -- connections -----------------------------------------------------------------------------------

  /** Connect a page to a table; returns where its messages go, and how it leaves. */
  connect(code: string, pipe: Pipe): { receive(text: string): void; leave(): void } {
    let listener: Listener | null = null;
    let live: Live | null = null;
    let gone = false;
    // One after the other: the first message waits until the table is loaded.
    let queue = this.found(code).then(
      (found) => void (live = found),
      (error: unknown) => {
        gone = true;
        pipe.close(error instanceof Refusal ? GONE : NOT_LOADED);
      },
    );
    // Say so: the page would wait for ever.
    const failed = (error: unknown): void => {
      console.error(error);
      gone = true;
      if (listener) live?.listeners.delete(listener);
      listener = null;
      pipe.close(NOT_LOADED);
    };
    const handle = (text: string): void => {
      if (gone || !live) return;
      const request = JSON.parse(text) as Request;
      if (request.t === 'hello') {
        const seat = seatOf(live.table.occupants, request.token);
        if (listener || seat === undefined) return pipe.close(listener ? UNREADABLE : NO_PERSON);
        listener = { pipe, seat: seat ?? WATCHER };
        this.enter(live, listener, request);
      } else if (listener) this.handle(live, listener, request);
      else pipe.close(UNREADABLE);
    };
    return {
      receive: (text) => void (queue = queue.then(() => handle(text)).catch(failed)),
      leave: () => {
        gone = true;
        void queue.then(() => live && listener && this.leave(live, listener));
      },
    };
  }

  private found(code: string): Promise<Live> {
    const known = this.live.get(code);
    if (known) return known;
    const opened = this.open(code);
    this.live.set(code, opened);
    opened.catch(() => this.live.delete(code));
    return opened;
  }

  private async open(code: string): Promise<Live> {
    const kept = await this.around.store.table(code);
    if (!kept) throw refusal('not-found', 'nothing was found under this address');
    const game = await this.around.load(kept.agreed);
    return this.claimed(LocalTable.opened(kept, game, this.around.now()));
  }

  private async claimed(table: LocalTable): Promise<Live> {
    let live: Live | null = null;
    const release = await this.around.claim(table.code, () => live && this.drop(live, ELSEWHERE));
    live = new Live(table, release);
    return live;
  }

  /** Forget a table that is gone or that another tab has now. */
  private drop(live: Live, code: number): void {
    this.live.delete(live.table.code);
    live.cancel?.();
    live.release();
    for (const { pipe } of live.listeners) pipe.close(code);
    live.listeners.clear();
  }

  private enter(live: Live, listener: Listener, hello: Hello): void {
    const { table } = live;
    const now = this.around.now();
    live.listeners.add(listener);
    table.watch(shown(live), now);
    listener.pipe.send(news.welcome(table, listener.seat, hello, now));
    const held = news.held(table, listener.seat, now);
    if (held) listener.pipe.send(held);
    if (table.counting !== null) listener.pipe.send(news.counting(table, now, null));
    this.wake(live);
  }

  private leave(live: Live, listener: Listener): void {
    live.listeners.delete(listener);
    live.table.watch(shown(live), this.around.now());
    this.wake(live);
  }

  private handle(live: Live, listener: Listener, request: Request): void {
    const { table } = live;
    const { pipe, seat } = listener;
    const id = 'id' in request ? request.id : null;
    try {
      if (request.t === 'ping') return pipe.send({ t: 'pong' });
      if (request.t === 'draw') return pipe.send({ t: 'drawn', id: request.id, lines: [] });
      if (id && table.ids.includes(`${seat} ${id}`))
        return pipe.send(this.repeated(table, seat, request, id));
      const settled = goOn(table, seat, request, this.around.now());
      if (settled) this.tell(live, settled);
      if (request.t === 'hint') return pipe.send(hint(table, seat, request.id));
      if (request.t === 'gift') return pipe.send(gift(table, seat, request));
      const change = decide(table, seat, request, this.around.now());
      reseat(live, change);
      if (id) table.remember(`${listener.seat} ${id}`);
      this.tell(live, change);
      if (id && SILENT.has(request.t)) pipe.send({ t: 'done', id });
    } catch (error) {
      const reason =
        error instanceof Refusal
          ? error.reason
          : { code: 'broken', rule: '', text: 'something went wrong here' };
      if (!(error instanceof Refusal)) console.error(error);
      const now = this.around.now();
      pipe.send(news.refused(table, seat, reason, id, now));
      const held = news.held(table, seat, now);
      if (held) pipe.send(held);
    }
  }

  private repeated(table: LocalTable, seat: Seat, request: Request, id: string): News {
    if (!table.match || SILENT.has(request.t)) return { t: 'done', id };
    return news.moved(table, seat, [], id, this.around.now());
  }

  // -- what happens ----------------------------------------------------------------------------------

  /** Tell everybody what has changed, keep it, and see what comes next. */
  private tell(live: Live, change: Change): void {
    const { table, listeners } = live;
    const now = this.around.now();
    const clock = table.watch(shown(live), now);
    for (const { pipe, seat } of listeners) {
      const message = change.news(seat, now);
      if (message) pipe.send(message);
      if (change.table || clock) pipe.send({ t: 'table', table: table.state(now) });
    }
    const wall = this.around.wall();
    const ended = table.phase === 'over' ? table.finished(wall) : null;
    void this.around.store.save(table.kept(wall), ended);
    this.wake(live);
  }

  /** Set the alarm for the next deadline, and let the bots move if somebody looks. */
  private wake(live: Live): void {
    const { table } = live;
    live.cancel?.();
    live.cancel = null;
    const at = live.listeners.size ? due(table) : null;
    if (at !== null)
      live.cancel = this.around.later(Math.max(0, at - this.around.now()), () => {
        const change = expired(table, this.around.now());
        if (change) this.tell(live, change);
        else this.wake(live);
      });
    if (botToMove(table) === null) live.asked = null;
    else if (live.listeners.size && !live.thinking) this.thinkSoon(live);
  }

  /** Have a bot think once everybody has been told what happened. */
  private thinkSoon(live: Live): void {
    live.asked ??= live.table.version;
    live.thinking = true;
    this.around.later(0, () => this.think(live));
  }

  /** Choose a bot's move, and make it when what came before has been seen. */
  private think(live: Live): void {
    const { table } = live;
    const began = this.around.now();
    const chosen = live.listeners.size ? this.chosen(table) : null;
    const thought = this.around.now() - began;
    this.around.later(chosen ? Math.max(0, this.pauseOf(live) - thought) : 0, () => {
      live.thinking = false;
      if (chosen && stillMoves(table, chosen) && live.listeners.size) this.play(live, chosen);
      else this.wake(live);
    });
  }

  private play(live: Live, { seat, match, moves: [first, then] }: Chosen): void {
    const now = this.around.now();
    this.tell(live, move(live.table, seat, first, match.version, null, now, then));
  }

  /**
   * How long a bot waits, with its thinking: less where it answers one person, who knows what they
   * played. With clocks nobody's time runs while the page catches up.
   */
  private pauseOf({ table, asked }: Live): number {
    const usual = this.around.pause();
    if (table.agreed.clock) return usual;
    const answers = table.version === asked && people(table.occupants).length === 1;
    return usual * (table.game.botPause ?? 1) * (answers ? ANSWER : 1);
  }

  private chosen(table: LocalTable): Chosen | null {
    const seat = botToMove(table);
    const match = seat === null ? null : table.matchOf(seat);
    if (seat === null || !match) return null;
    const first = this.ask(table, seat, match.state);
    if (table.game.declining === null) return { seat, match, moves: [first, null] };
    const after = submit(match, seat, first, match.version).match;
    // A private choice is made in the same change.
    const then = isPrivate(after) ? this.ask(table, seat, after.state) : null;
    return { seat, match, moves: [first, then] };
  }

  private ask(table: LocalTable, seat: Seat, state: unknown): Move {
    const { game, setup } = table;
    const bot = driver(table.occupants[seat] ?? FREE) ?? 'random';
    const seed = seatSeed(BigInt(table.botSeed), seat);
    const [view, legal] = [game.view(state, seat), game.legal(state, seat)];
    return choose(bot, { game, setup, view, legal, seed });
  }
}

/** Move pages along with people whose seat has another number now. */
function reseat({ listeners }: Live, { order }: Change): void {
  for (const listener of listeners) {
    const seat = order?.indexOf(listener.seat) ?? -1;
    if (seat < 0 || seat === listener.seat) continue;
    listener.seat = seat;
    listener.pipe.send({ t: 'seat', seat });
  }
}

const shown = ({ listeners }: Live): Seat[] => [...listeners].map(({ seat }) => seat);

function botToMove(table: LocalTable): Seat | null {
  return table.waiting().find((seat) => seat >= 0 && driver(table.occupants[seat] ?? FREE)) ?? null;
}

/** Whether a bot's choice still fits the table, which may have changed meanwhile. */
const stillMoves = (table: LocalTable, { seat, match }: Chosen): boolean =>
  table.matchOf(seat) === match && botToMove(table) === seat;

/** A name as a server would have it (table/names.py), as it may get the game's record. */
function shownName(text: string): string {
  const name = text.normalize('NFC').trim().replace(/\s+/g, ' ');
  const length = [...name].length;
  demand(length && length <= NAME_LENGTH, 'name', `a name has 1 to ${NAME_LENGTH} characters`);
  demand(!RESERVED.test(name), 'name', `names that begin with '${name.slice(0, 4)}' are for bots`);
  return name;
}

function seatAll(table: LocalTable, { sit, people, bots, from, start }: LocalCreate): void {
  const persons = people ?? (sit ? [sit] : []);
  const first = people ? 0 : (sit?.seat ?? 0);
  for (const [n, { name, avatar = '' }] of persons.entries()) {
    const at = first + n;
    demand(table.occupants[at]?.name === null, 'no-seat', 'this seat is not free');
    table.occupants[at] = { ...FREE, name: shownName(name), avatar };
  }
  const free = table.occupants.flatMap(({ name }, seat) => (name === null ? [seat] : []));
  const seated = bots?.length ? bots : from && start ? free.map(() => 'level4') : [];
  demand(seated.length <= free.length, 'no-seat', 'all seats are taken');
  seated.forEach((bot, n) => seatBot(table, free[n] ?? -1, bot));
  demand(table.occupants.some(isPerson), 'no-seat', 'nobody sits here');
}
