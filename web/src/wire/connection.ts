/**
 * A WebSocket connection that reconnects by itself, with backoff and a heartbeat. Requests are
 * idempotent: an unanswered one is sent again under the same id after each reconnect.
 */
import { ELSEWHERE, NOT_LOADED } from './local';
import type { Hello, News, Request } from './messages';

/** A request that the server answers; `id` is set here. */
type Open = Exclude<Request, { t: 'hello' } | { t: 'ping' }>;
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type Asked = Without<Open, 'id'>;

/** The part of a WebSocket that we use; tests pass a fake. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  onclose: ((close: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export type ConnectionState =
  | { is: 'connecting' }
  | { is: 'open' }
  /** It was lost at that time; `restart`: the server announced a restart. */
  | { is: 'lost'; since: number; restart: boolean }
  /** It will not reconnect: no such table, no such seat, or a message was not understood. */
  | { is: 'ended'; code: number };

interface Handlers {
  hello: () => Hello;
  received: (news: News) => void;
  changed: (state: ConnectionState) => void;
  open?: () => SocketLike;
}

// Close codes after which a reconnect is of no use.
const FINAL = new Set([1007, 1009, 4400, 4401, 4404, ELSEWHERE, NOT_LOADED]);
const RESTART = 1012;
const TOO_MANY = 4429;
// The backoff: the first try is almost immediate, and a server that restarts is found within a second.
const BACKOFF_MS = [120, 250, 500, 800];
// The heartbeat: ping after so much silence, and reconnect if no answer comes.
const PING_MS = 15_000;
const PONG_TIMEOUT_MS = 8_000;
// The browser says that it is offline: whoever does not answer at once is not there.
const OFFLINE_TIMEOUT_MS = 2_000;

const randomId = (): string => Math.random().toString(36).slice(2, 10);

export class Connection {
  state: ConnectionState = { is: 'connecting' };
  private socket: SocketLike | null = null;
  private tries = 0;
  private count = 0;
  private readonly name = randomId();
  private readonly pending = new Map<string, { request: Open; done: (news: News) => void }>();
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly address: string,
    private readonly handlers: Handlers,
  ) {
    globalThis.addEventListener?.('online', this.retryNow);
    globalThis.addEventListener?.('offline', this.probe);
    globalThis.document?.addEventListener('visibilitychange', this.retryNow);
    this.connect();
  }

  /** Send a request; the promise resolves with its answer, also after a reconnect. */
  ask(asked: Asked): Promise<News> {
    const id = `${this.name}-${++this.count}`;
    const request = { ...asked, id } as Open;
    return new Promise((done) => {
      this.pending.set(id, { request, done });
      if (this.state.is === 'open') this.send(request);
    });
  }

  /** The number of requests without an answer. */
  get unanswered(): number {
    return this.pending.size;
  }

  /** Reconnect, because a message was missed. */
  reconnect(): void {
    this.socket?.close();
    this.lost(0);
  }

  /** Close the connection for good. */
  end(): void {
    globalThis.removeEventListener?.('online', this.retryNow);
    globalThis.removeEventListener?.('offline', this.probe);
    globalThis.document?.removeEventListener('visibilitychange', this.retryNow);
    this.closeSocket();
    this.setState({ is: 'ended', code: 0 });
  }

  private setState(state: ConnectionState): void {
    this.state = state;
    this.handlers.changed(state);
  }

  private connect(): void {
    const socket = this.handlers.open?.() ?? (new WebSocket(this.address) as SocketLike);
    this.socket = socket;
    socket.onopen = () => this.send(this.handlers.hello());
    socket.onmessage = ({ data }) =>
      socket === this.socket && this.receive(JSON.parse(data) as News);
    socket.onclose = ({ code }) => socket === this.socket && this.lost(code);
  }

  private receive(news: News): void {
    this.resetHeartbeat();
    if (news.t === 'welcome') this.welcomed();
    this.handlers.received(news);
    const id = 'id' in news ? news.id : null;
    const asked = id ? this.pending.get(id) : undefined;
    if (!id || !asked) return;
    this.pending.delete(id);
    asked.done(news);
  }

  private welcomed(): void {
    this.tries = 0;
    this.setState({ is: 'open' });
    // Sent again under the same id: the server only acknowledges what it has done already.
    for (const { request } of this.pending.values()) this.send(request);
  }

  private lost(code: number): void {
    this.closeSocket();
    if (FINAL.has(code)) return this.setState({ is: 'ended', code });
    if (this.state.is !== 'lost')
      this.setState({ is: 'lost', since: performance.now(), restart: code === RESTART });
    const delay = BACKOFF_MS[Math.min(this.tries++, BACKOFF_MS.length - 1)] ?? 0;
    // Jitter keeps a thousand clients from reconnecting at the same moment.
    const wait = code === TOO_MANY ? 5000 : delay * (0.75 + Math.random() / 2);
    this.retry = setTimeout(() => this.connect(), wait);
  }

  private readonly retryNow = (): void => {
    if (this.state.is !== 'lost' || globalThis.document?.visibilityState === 'hidden') return;
    this.closeSocket();
    this.connect();
  };

  private closeSocket(): void {
    clearTimeout(this.retry);
    clearTimeout(this.heartbeat);
    const { socket } = this;
    this.socket = null;
    if (socket) socket.onopen = socket.onmessage = socket.onclose = null;
    socket?.close();
  }

  /** Every message restarts the heartbeat; after a silence we ping, and without an answer we reconnect. */
  private resetHeartbeat(): void {
    clearTimeout(this.heartbeat);
    this.heartbeat = setTimeout(() => this.ping(PONG_TIMEOUT_MS), PING_MS);
  }

  private ping(patience: number): void {
    this.send({ t: 'ping' });
    this.heartbeat = setTimeout(() => this.lost(0), patience);
  }

  /** Ask at once whether the server is still there; one on this machine may be. */
  private readonly probe = (): void => {
    if (this.state.is !== 'open') return;
    clearTimeout(this.heartbeat);
    this.ping(OFFLINE_TIMEOUT_MS);
  };

  private send(message: Request): void {
    this.socket?.send(JSON.stringify(message));
  }
}
