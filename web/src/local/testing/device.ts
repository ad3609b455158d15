/** A device for tests: its own time and memory, and pages that note what they receive. */
import type { Agreed, News, Request } from '../../wire/messages';
import type { LocalGame } from '../game';
import { Host } from '../host';
import type { LocalCreate } from '../host';
import type { FinishedGame } from '../replays';
import type { KeptTable } from '../state';
import type { Store } from '../store';
import { TOY, TOY_INFO } from './toy';

/** A store in memory, of copies, as a database has them. */
export class MemoryStore implements Store {
  readonly tablesKept = new Map<string, KeptTable>();
  readonly gamesKept = new Map<string, FinishedGame>();
  /** What the next writes fail with. */
  failing: Error | null = null;
  table = async (code: string) => structuredClone(this.tablesKept.get(code));
  game = async (id: string) => structuredClone(this.gamesKept.get(id));
  tables = async () => [...this.tablesKept.values()];
  games = async () => [...this.gamesKept.values()];
  async save(table: KeptTable, finished: FinishedGame | null): Promise<void> {
    if (this.failing) throw this.failing;
    this.tablesKept.set(table.code, structuredClone(table));
    if (finished) this.gamesKept.set(finished.id, structuredClone(finished));
  }
  async keep(game: FinishedGame): Promise<void> {
    if (this.failing) throw this.failing;
    this.gamesKept.set(game.id, structuredClone(game));
  }
  async erase(code: string): Promise<void> {
    this.tablesKept.delete(code);
    for (const id of this.gamesKept.keys())
      if (id.startsWith(`${code}.`)) this.gamesKept.delete(id);
  }
}

type Asked = Request extends infer R ? (R extends unknown ? Omit<R, 'id'> : never) : never;

let asked = 0;

/** One connection of a page, and all that it received. */
export class Page {
  readonly heard: News[] = [];
  closed: number | null = null;
  private readonly wire: ReturnType<Host['connect']>;

  constructor(
    private readonly device: Device,
    code: string,
    token: string | null = 'device',
  ) {
    this.wire = device.host.connect(code, {
      send: (news) => this.heard.push(JSON.parse(JSON.stringify(news)) as News),
      close: (closed) => void (this.closed = closed),
    });
    this.wire.receive(JSON.stringify({ t: 'hello', token, game: 0, since: 0 }));
  }

  /** Send a request and return the answer to it. */
  async ask(request: Asked, id = `r${++asked}`): Promise<News | undefined> {
    const before = this.heard.length;
    this.wire.receive(JSON.stringify({ ...request, id }));
    await this.device.quiet();
    return this.heard.slice(before).find((news) => 'id' in news && news.id === id);
  }

  last<T extends News['t']>(kind: T): Extract<News, { t: T }> {
    const found = this.heard.findLast((news) => news.t === kind);
    if (!found) throw new Error(`no ${kind} came: ${JSON.stringify(this.heard)}`);
    return found as Extract<News, { t: T }>;
  }

  /** The last state of the game that came. */
  get now() {
    const found = this.heard.findLast((news) => 'now' in news && news.now);
    return found && 'now' in found && found.now ? found.now : null;
  }

  leave(): Promise<void> {
    this.wire.leave();
    return this.device.quiet();
  }
}

export class Device {
  host: Host;
  time = 1000;
  /** How long what was played is to be seen before a bot moves. */
  pause = 0;
  /** What the next loads of a game fail with. */
  torn: Error | null = null;
  private readonly claims = new Map<string, () => void>();
  private timers: { at: number; call: () => void }[] = [];

  constructor(
    readonly store: Store = new MemoryStore(),
    private readonly load: (agreed: Agreed) => Promise<LocalGame> = async () => TOY,
  ) {
    this.host = this.reloaded();
  }

  /** The page was closed and opened again: only the store is left. */
  reload(): void {
    this.timers = [];
    this.claims.clear();
    this.host = this.reloaded();
  }

  /** Another tab is opened: from now on it is asked. */
  anotherTab(): void {
    this.host = this.reloaded();
  }

  private reloaded(): Host {
    return new Host({
      load: async (agreed) => {
        if (this.torn) throw this.torn;
        return this.load(agreed);
      },
      store: this.store,
      now: () => this.time,
      wall: () => this.time,
      later: (ms, call) => {
        const timer = { at: this.time + ms, call };
        this.timers.push(timer);
        return () => void (this.timers = this.timers.filter((one) => one !== timer));
      },
      claim: async (code, lost) => {
        this.claims.get(code)?.();
        this.claims.set(code, lost);
        return () => undefined;
      },
      pause: () => this.pause,
    });
  }

  /** Let promises and what is due now run until nothing is left. */
  async quiet(): Promise<void> {
    for (let n = 0; n < 50; n++) {
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      const due = this.timers.filter(({ at }) => at <= this.time);
      this.timers = this.timers.filter(({ at }) => at > this.time);
      due.forEach(({ call }) => call());
    }
  }

  async pass(ms: number): Promise<void> {
    this.time += ms;
    await this.quiet();
  }

  async create(wish: Partial<LocalCreate> & Pick<LocalCreate, 'agreed'>): Promise<string> {
    const sit = { name: 'Ada', avatar: 'fox' };
    const made = await this.host.create({ info: TOY_INFO, sit, start: true, ...wish });
    return made.code;
  }

  async open(code: string, token?: string | null): Promise<Page> {
    const page = new Page(this, code, token);
    await this.quiet();
    return page;
  }
}
