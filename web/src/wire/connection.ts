/** A connection to the server that reconnects by itself and sends unanswered requests again. */
import type { Hello, News, Request } from './messages';

/** A request that waits for an answer; `id` is made here. */
type Open = Exclude<Request, { t: 'hello' } | { t: 'ping' }>;
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type Asked = Without<Open, 'id'>;

/** What of a WebSocket is used; tests bring their own. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  onclose: ((close: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export type ConnectionState =
  | { is: 'connecting' }
  | { is: 'open' }
  /** It broke, at that time; `restart`: the server said that it restarts. */
  | { is: 'lost'; since: number; restart: boolean }
  /** It will not come back: no such table, no such seat, or not understood. */
  | { is: 'ended'; code: number };

export interface Ends {
  hello: () => Hello;
  heard: (news: News) => void;
  changed: (state: ConnectionState) => void;
  open?: () => Wire;
}

const FINAL = new Set([1007, 1009, 4400, 4401, 4404]);
const RESTART = 1012;
const TOO_MANY = 4429;
// A server that comes back is found within a second, which leaves it another to let all in; the
// first try is almost at once.
const DELAYS = [120, 250, 500, 800];
const PING_MS = 15_000;
const SILENCE_MS = 8_000;

const randomId = (): string => Math.random().toString(36).slice(2, 10);

export class Connection {
  state: ConnectionState = { is: 'connecting' };
  private wire: Wire | null = null;
  private tries = 0;
  private count = 0;
  private readonly name = randomId();
  private readonly waiting = new Map<string, { request: Open; done: (news: News) => void }>();
  private retry: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly address: string,
    private readonly ends: Ends,
  ) {
    globalThis.addEventListener?.('online', this.hurry);
    globalThis.document?.addEventListener('visibilitychange', this.hurry);
    this.connect();
  }

  /** Ask for something; the promise brings the answer, however often the connection breaks meanwhile. */
  ask(asked: Asked): Promise<News> {
    const id = `${this.name}-${++this.count}`;
    const request = { ...asked, id } as Open;
    return new Promise((done) => {
      this.waiting.set(id, { request, done });
      if (this.state.is === 'open') this.send(request);
    });
  }

  /** How many requests have no answer yet. */
  get open(): number {
    return this.waiting.size;
  }

  /** Say hello again, because something was missed. */
  again(): void {
    this.wire?.close();
    this.broken(0);
  }

  /** Close the connection for good. */
  end(): void {
    globalThis.removeEventListener?.('online', this.hurry);
    globalThis.document?.removeEventListener('visibilitychange', this.hurry);
    this.drop();
    this.turn({ is: 'ended', code: 0 });
  }

  private turn(state: ConnectionState): void {
    this.state = state;
    this.ends.changed(state);
  }

  private connect(): void {
    const wire = this.ends.open?.() ?? (new WebSocket(this.address) as Wire);
    this.wire = wire;
    wire.onopen = () => this.send(this.ends.hello());
    wire.onmessage = ({ data }) => wire === this.wire && this.hear(JSON.parse(data) as News);
    wire.onclose = ({ code }) => wire === this.wire && this.broken(code);
  }

  private hear(news: News): void {
    this.beat();
    if (news.t === 'welcome') this.welcomed();
    this.ends.heard(news);
    const id = 'id' in news ? news.id : null;
    const asked = id ? this.waiting.get(id) : undefined;
    if (!id || !asked) return;
    this.waiting.delete(id);
    asked.done(news);
  }

  private welcomed(): void {
    this.tries = 0;
    this.turn({ is: 'open' });
    // Asked again with the same id: what was done already is only acknowledged once more.
    for (const { request } of this.waiting.values()) this.send(request);
  }

  private broken(code: number): void {
    this.drop();
    if (FINAL.has(code)) return this.turn({ is: 'ended', code });
    if (this.state.is !== 'lost')
      this.turn({ is: 'lost', since: performance.now(), restart: code === RESTART });
    const delay = DELAYS[Math.min(this.tries++, DELAYS.length - 1)] ?? 0;
    // Jitter keeps a thousand tables from reconnecting at the same moment.
    const wait = code === TOO_MANY ? 5000 : delay * (0.75 + Math.random() / 2);
    this.retry = setTimeout(() => this.connect(), wait);
  }

  private readonly hurry = (): void => {
    if (this.state.is !== 'lost' || globalThis.document?.visibilityState === 'hidden') return;
    this.drop();
    this.connect();
  };

  private drop(): void {
    clearTimeout(this.retry);
    clearTimeout(this.pulse);
    const { wire } = this;
    this.wire = null;
    if (wire) wire.onopen = wire.onmessage = wire.onclose = null;
    wire?.close();
  }

  /** Anything heard is a sign of life; after a silence we ask, and after a longer one we give up. */
  private beat(): void {
    clearTimeout(this.pulse);
    this.pulse = setTimeout(() => {
      this.send({ t: 'ping' });
      this.pulse = setTimeout(() => this.broken(0), SILENCE_MS);
    }, PING_MS);
  }

  private send(message: Request): void {
    this.wire?.send(JSON.stringify(message));
  }
}
