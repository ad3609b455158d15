/**
 * Shows what happens one thing after the other, at a pace that can be followed. The server may be
 * ahead: what has happened since waits in a queue, each moment with the state that it led to.
 */
import { pace } from '../../../settings/preferences.svelte';
import type { Now } from '../../../wire/messages';
import type { GameEvent } from '../../contract';
import { seen, type Colour, type Stopped, type TurnedUp } from '../view';
import { chancesOf } from './odds';
import { turnsOf, twice, type Turn } from './turns';

/** A state of the game, with all events up to it. */
export interface Moment {
  now: Now;
  events: GameEvent[];
}

/** A tile on its way from the pile: it leaves it, hangs on its edge, turns over, and lands. */
export interface Flip {
  colour: Colour;
  good: boolean;
  seat: number;
  stage: 'leave' | 'hang' | 'flip' | 'land';
  /** How long this stage lasts, in milliseconds. */
  ms: number;
}

/** Tiles on their way to the bays, or to the player who takes them. */
export interface Flight {
  tiles: Colour[];
  /** Who takes them; null: they go to the middle. */
  seat: number | null;
  /** How long one is on its way, and how long after another it begins. */
  ms: number;
  apart: number;
}

const LEAVE = 140;
const HANG = 120;
const HANG_MORE = 60;
const HANG_MOST = 420;
const FLIP = 160;
const LAND = 180;
const SILENCE = 250;
const SLIDE = 320;
const SLIDE_APART = 40;
const READ = 1400;
/** A bad first tile costs nothing: there is less to read. */
const READ_FIRST = 700;
const FLY = 320;
const FLY_APART = 60;
const FLY_MOST = 600;
const REFILL = 320;
/** With so many moments in the queue everything goes twice as fast. */
const BEHIND = 12;
/**
 * Others' turns are shown faster than one's own, and each tile in a turn faster than the one before:
 * all tiles of a turn take less than TILES_MOST ms, and a whole turn less than 2.5 s.
 */
const OTHERS = 0.65;
const TILES_MOST = 1300;
const OTHERS_READ = 900;
/**
 * A game has some 45 turns each. Whoever has seen a player take this many knows how a turn goes:
 * from then on theirs are shown in a share of the time. Nothing is left out.
 */
const KNOWN_AFTER = 6;
const KNOWN = 0.55;

export class Playback {
  /** What is shown now. */
  moment = $state.raw<Moment>() as Moment;
  flip = $state.raw<Flip | null>(null);
  flight = $state.raw<Flight | null>(null);
  /** The turn that a bad tile has just ended; it stays until the next tile is turned up. */
  fallen = $state.raw<Turn | null>(null);
  /** The tiles that have just come: they are outlined. */
  fresh = $state.raw<Colour[]>([]);
  /** How many tiles of a flight have arrived. */
  arrived = $state(0);
  /** Whether something is being shown, and whose moves. */
  showing = $state(false);
  actor = $state<number | null>(null);
  private queue: Moment[] = [];
  /** What is shown at once: the rest of this tile of one's own, or all up to one's own turn. */
  private skipping: 'tile' | 'turn' | null = null;
  /** How long the tiles of this turn have been shown for, and whether it is ending. */
  private spent = 0;
  private ending = false;
  /** Whether the one who acts has taken so many turns that theirs go faster. */
  private known = false;
  private wake: (() => void) | null = null;
  private readonly play: (sound: string) => void;
  private readonly still: () => boolean;
  private readonly own: () => number | null;

  /**
   * `still` tells whether to show everything at once, because the page is hidden; `own` is the seat
   * of whoever looks at the page.
   */
  constructor(
    first: Moment,
    play: (sound: string) => void,
    still: () => boolean,
    own: () => number | null,
  ) {
    this.moment = first;
    this.play = play;
    this.still = still;
    this.own = own;
  }

  /** A new state of the game has come. */
  follow(next: Moment): void {
    const last = this.queue.at(-1) ?? this.moment;
    if (next.now === last.now) return;
    if (next.events.length === last.events.length && !this.showing) {
      this.moment = next; // nothing has happened: only what one may do is another
      return;
    }
    this.queue.push(next);
    if (!this.showing) void this.run();
  }

  /**
   * Show at once what is still to be shown: what others do up to one's own turn, even what the
   * server has not told yet; of one's own turn this tile alone, for a bad one must be seen.
   */
  skip(): void {
    if (!this.showing && this.due) return;
    const tile = this.showing && this.actor === this.own() && !this.ending;
    this.skipping = tile ? 'tile' : 'turn';
    this.wake?.();
  }

  /** Whether one must decide in what is shown, or nobody must any more. */
  private get due(): boolean {
    const { legal, result } = this.moment.now;
    return Boolean(legal?.length || result) || this.own() === null;
  }

  /** Stop for good: the page goes. */
  close(): void {
    this.queue = [];
    this.skip();
  }

  private async run(): Promise<void> {
    this.showing = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const fresh = next.events.slice(this.moment.events.length);
      // After a lost connection there are no states in between: only the last one is shown.
      if (fresh.filter(({ event }) => event === 'turn_up').length < 2)
        for (const event of fresh) await this.show(event, next, event === fresh.at(-1));
      this.enter(next);
    }
    this.showing = false;
    if (this.skipping === 'tile' || this.due) this.skipping = null;
    this.actor = null;
  }

  private enter(next: Moment): void {
    this.moment = next;
    this.flip = null;
    this.flight = null;
    this.arrived = 0;
  }

  private async show(event: GameEvent, next: Moment, last: boolean): Promise<void> {
    this.actor = event.seat ?? this.actor;
    this.known =
      turnsOf(next.events).filter(({ seat }) => seat === this.actor).length > KNOWN_AFTER;
    if (this.skipping === 'tile') this.skipping = null;
    this.ending = event.event !== 'turn_up';
    if (event.event === 'turn_up') {
      const turned = event as unknown as TurnedUp;
      await this.turnUp(turned, next);
      if (turned.good) await this.land(turned, last ? next : null);
      else await this.fall(next);
    } else if (event.event === 'stop') await this.take(event as unknown as Stopped);
    else if (event.event === 'middle') {
      this.enter(next);
      this.fresh = event.tiles as Colour[];
      this.sound('flip');
      await this.wait(REFILL);
    }
  }

  /** Turn a tile up: each one in a turn hangs on the edge a little longer. */
  private async turnUp({ tile, good, seat }: TurnedUp, next: Moment): Promise<void> {
    this.fallen = null;
    this.fresh = [];
    const view = seen(this.moment.now.view);
    const nth = turnsOf(next.events).at(-1)?.up.length ?? 1;
    if (nth === 1) this.spent = 0;
    const hang = Math.min(HANG_MOST, HANG + HANG_MORE * (nth - 1));
    const stages = [
      ['leave', LEAVE],
      ['hang', hang],
      ['flip', FLIP],
    ] as const;
    for (const [stage, ms] of stages) {
      if (stage === 'leave') this.sound('pick');
      if (stage === 'hang') this.sound(`heart-${Math.round(chancesOf(view).bad / 10)}`);
      if (stage === 'flip') this.sound('flip');
      this.flip = { colour: tile, good, seat, stage, ms: this.lasts(ms) };
      await this.wait(ms);
    }
  }

  private async land({ tile, good, seat }: TurnedUp, next: Moment | null): Promise<void> {
    this.flip = { colour: tile, good, seat, stage: 'land', ms: this.lasts(LAND) };
    await this.wait(LAND);
    if (!next) return;
    this.sound(`rise-${turnsOf(next.events).at(-1)?.up.length ?? 1}`);
    this.enter(next);
    this.fresh = [tile];
  }

  /** A bad tile: a moment of silence, then all that was turned up goes to the middle. */
  private async fall(next: Moment): Promise<void> {
    const turn = turnsOf(next.events).at(-1);
    this.ending = true;
    if (this.skipping === 'tile') this.skipping = null;
    await this.wait(SILENCE);
    this.fallen = turn ?? null;
    const tiles = turn?.up ?? [];
    this.sound('drop');
    this.flip = null;
    this.flight = { tiles, seat: null, ms: this.lasts(SLIDE), apart: this.lasts(SLIDE_APART) };
    await this.wait(SLIDE + SLIDE_APART * tiles.length);
    this.enter(next);
    const own = tiles.length > 1 ? READ : READ_FIRST;
    await this.wait(this.actor === this.own() ? own : OTHERS_READ);
  }

  private async take({ tiles, seat }: Stopped): Promise<void> {
    this.fresh = [];
    const apart = Math.min(FLY_APART, FLY_MOST / Math.max(1, tiles.length));
    this.arrived = 0;
    this.flight = { tiles, seat, ms: this.lasts(FLY), apart: this.lasts(apart) };
    await this.wait(FLY);
    for (let n = 1; n <= tiles.length; n++) {
      this.arrived = n;
      if (n === tiles.length) this.sound('match');
      else if (n % 2) this.sound('pick');
      await this.wait(apart);
    }
  }

  private sound(name: string): void {
    if (!this.skipping) this.play(name);
  }

  /** How long something is shown of what would take so long in one's own turn. */
  private share(ms: number): number {
    if (this.actor === this.own()) return ms;
    const share = this.known ? OTHERS * KNOWN : OTHERS;
    const most = this.known ? TILES_MOST * KNOWN : TILES_MOST;
    return ms * share * (this.ending ? 1 : Math.max(0, 1 - this.spent / most));
  }

  private lasts(ms: number): number {
    if (this.skipping || this.still()) return 0;
    return pace(this.share(ms)) / (this.queue.length > BEHIND ? 2 : 1);
  }

  private wait(ms: number): Promise<void> {
    const lasts = this.lasts(ms);
    this.spent += this.share(ms);
    if (!lasts) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(() => this.wake?.(), lasts);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        done();
      };
    });
  }
}

/** The word for why the last tile of a turn was bad. */
export const why = (turn: Turn): 'twice' | 'absent' => (twice(turn) ? 'twice' : 'absent');
