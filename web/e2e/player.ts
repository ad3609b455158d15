/** A player in a test: acts by mouse, touch or keyboard, and reads what the page is told. */
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Create, News, Now } from '../src/wire/messages.ts';
import { PATIENCE, person, type Screen, type Theme } from './browser.ts';
import { complaints } from './checks.ts';
import { playOut, takeSeat, type Seat } from './api.ts';

/** How a driver makes one of the legal moves on the page of its game. */
export type Act = (player: Player, move: string) => Promise<void>;

/** What the tests of a game provide: three ways to make its moves. */
export interface Driver {
  mouse: Act;
  touch: Act;
  keys: Act;
  /** Show the preview of a move, and leave it there. */
  show(player: Player): Promise<void>;
  /** With how many seats its pictures are taken. */
  seats: number;
  /** Go through the states that a person should look at, taking a picture of each. */
  pictures(player: Player, shoot: (state: string) => Promise<void>): Promise<void>;
}

export class Player {
  readonly page: Page;
  readonly bad: string[];
  readonly touches: boolean;
  /** The last state of the game that the page's socket received. */
  now: Now | null = null;
  /** How many tables were joined: what an earlier one still says counts no more. */
  private joined = 0;

  private constructor(page: Page, touches: boolean) {
    this.page = page;
    this.touches = touches;
    this.bad = complaints(page);
    page.on('websocket', (socket) => {
      const { joined } = this;
      socket.on('framereceived', ({ payload }) => {
        // The table before may still say something while the next one is opened.
        if (joined === this.joined) this.hear(JSON.parse(String(payload)) as News);
      });
    });
  }

  /** Open a browser of one's own with one kind of screen. */
  static async come(
    browser: Browser,
    screen: Screen = 'desk',
    theme: Theme = 'light',
    more: BrowserContextOptions = {},
    newcomer = false,
  ): Promise<Player> {
    const quiet = { serviceWorkers: 'block', reducedMotion: 'reduce' } as const;
    const { page } = await person(browser, screen, theme, { ...quiet, ...more }, newcomer);
    const player = new Player(page, screen === 'phone');
    await player.overhear();
    return player;
  }

  /** Read what the page's worker says too: a table on this device has no socket. */
  private async overhear(): Promise<void> {
    await this.page.exposeFunction('heardNews', (text: string) =>
      this.hear(JSON.parse(text) as News),
    );
    await this.page.addInitScript(() => {
      const { Worker: Own } = globalThis;
      globalThis.Worker = class extends Own {
        constructor(...given: ConstructorParameters<typeof Own>) {
          super(...given);
          this.addEventListener('message', ({ data }) => {
            const tell = (globalThis as { heardNews?: (text: string) => void }).heardNews;
            if (data.k === 'news') tell?.(data.text);
          });
        }
      };
    });
  }

  /** Open a table at which one has a seat; the one before, if any, is left and forgotten. */
  async join(url: string, seat: Seat, agreed: Create['agreed']): Promise<void> {
    await takeSeat(this.page.context(), seat, agreed);
    this.joined += 1;
    this.now = null;
    await this.page.goto(`${url}/t/${seat.code}`);
  }

  /** Play one's seat through the API until `stop` is true and the page shows it. */
  async elsewhere(url: string, stop: (now: Now) => boolean): Promise<void> {
    const kept = await this.page.evaluate(() => localStorage.getItem('hexade.places'));
    const [seat] = JSON.parse(kept ?? '[]') as Seat[];
    if (!seat) throw new Error('there is no seat');
    const { v } = await playOut(url, seat, stop);
    await this.until('what was played', () => this.now && this.now.v >= v);
    await this.shows(v, false);
  }

  /** Wait until the page has painted version `v`, and that one's move is due. */
  private async shows(v: number, due: boolean): Promise<void> {
    await this.page.waitForFunction(
      (what) => {
        const shown = document.getElementById('main')?.dataset;
        return Number(shown?.v ?? -1) >= what.v && (!what.due || 'due' in (shown ?? {}));
      },
      { v, due },
    );
    await this.painted();
  }

  /** Wait until the page has been painted once more. */
  async painted(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))),
    );
  }

  private hear(news: News): void {
    if ('now' in news && news.now) this.now = news.now;
    else if (news.t === 'chosen' && this.now) {
      const mine = news.mine === undefined ? this.now.mine : news.mine;
      this.now = { ...this.now, waiting: news.waiting, mine };
    }
  }

  private async until<T>(what: string, found: () => T | null | undefined | false): Promise<T> {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const value = found();
      if (value) return value;
      if (Date.now() > end) throw new Error(`${what} did not come: ${JSON.stringify(this.now)}`);
      await new Promise((done) => setTimeout(done, 4));
    }
  }

  /** Wait for one's turn and return the legal moves; null when the game is over. */
  async turn(): Promise<string[] | null> {
    await this.until('a turn', () => this.now && (this.now.result || this.due()));
    return this.now?.result ? null : (this.now?.legal ?? []);
  }

  private due(): boolean {
    return Boolean(this.now?.legal?.length) && !this.now?.mine;
  }

  /** Make one of the legal moves in some way, and wait for the server's answer. */
  async make(act: Act, move: string): Promise<void> {
    await this.asked();
    const before = this.now?.v;
    await act(this, move);
    // Messages about the choices of others are no answer.
    await this.until('the answer', () => this.now?.v !== before || this.now?.mine);
  }

  /** Wait until the page asks for the move: we receive the message before it is painted. */
  async asked(): Promise<void> {
    await this.shows(this.now?.v ?? 0, true);
  }

  /** Tap or click, whichever this screen is for. */
  async press(target: Locator): Promise<void> {
    await (this.touches ? target.tap() : target.click());
  }

  /** Wait until the page shows the end of the game. */
  async over(): Promise<void> {
    await this.page.locator('.end h1').waitFor();
  }

  async leave(): Promise<void> {
    await this.page.context().close();
  }
}

/** A move, the same at each run of a test; spread over what is there. */
export function pick(legal: string[], n: number): string {
  return legal[(n * 7919) % legal.length] ?? '';
}

/** Play seats against each other, each in its own way, until the game is over; returns the turns. */
export async function playAll(
  players: { player: Player; act: Act }[],
  between: (turns: number) => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  let turns = 0;
  const over = (): boolean => players.every(({ player }) => Boolean(player.now?.result));
  while (!over()) {
    const ready = players.filter(({ player }) => player.now?.legal?.length && !player.now.mine);
    if (!ready.length) {
      await Promise.race(players.map(({ player }) => player.turn()));
      await new Promise((done) => setTimeout(done, 4));
      continue;
    }
    for (const { player, act } of ready) {
      const legal = await player.turn();
      if (!legal || player.now?.mine) continue;
      await player.make(act, pick(legal, turns));
      await between(++turns);
    }
  }
  return turns;
}
