/** The store of a table: what the server sent, and the requests to it. It never guesses ahead. */
import { fold, nothing } from './fold';
import type { Known } from './fold';
import { Connection } from './connection';
import type { Asked, ConnectionState, SocketLike } from './connection';
import { isLocal, localSocket } from './local';
import type { Hello, Judged, News, Refused } from './messages';

const address = (code: string): string =>
  `${location.origin.replace(/^http/, 'ws')}/api/tables/${code}/socket`;

/** The chat message being written; it outlives the chat's dialog. */
export class Draft {
  text = $state('');
}

export class Table {
  known = $state.raw<Known>(nothing());
  connection = $state.raw<ConnectionState>({ is: 'connecting' });
  /** A move has been sent and not answered. */
  busy = $state(false);
  /** The last refusal, until the next request. */
  refusal = $state.raw<Refused | null>(null);
  readonly draft = new Draft();
  private socket: Connection;
  /** The hold that was last asked to become final. */
  private settling = '';

  constructor(
    readonly code: string,
    private readonly token: string | null,
    open?: () => SocketLike,
  ) {
    const local = isLocal(code) ? () => localSocket(code) : undefined;
    this.socket = new Connection(address(code), {
      hello: () => this.hello(),
      received: (news) => this.receive(news),
      changed: (state) => (this.connection = state),
      open: open ?? local,
    });
  }

  /** Whether a move waits for the connection. */
  get unsent(): boolean {
    return this.busy && this.connection.is !== 'open';
  }

  private hello(): Hello {
    const { now, events } = this.known;
    return { t: 'hello', token: this.token, game: now?.game ?? 0, since: events.length };
  }

  private receive(news: News): void {
    const { known, missed } = fold(this.known, news, performance.now());
    this.known = known;
    if (missed) this.socket.reconnect();
  }

  /** Send a request; returns the refusal, or null if the server accepted it. */
  async ask(asked: Asked): Promise<Refused | null> {
    this.refusal = null;
    const answer = await this.socket.ask(asked);
    if (answer.t !== 'refused') return null;
    this.refusal = answer;
    return answer;
  }

  /**
   * Make a move in the version of the game that we know; `then` answers the choice that it may
   * leave to us alone.
   */
  async move(move: string, then?: string): Promise<Refused | null> {
    const { held, now } = this.known;
    if (this.busy || !now) return null;
    this.busy = true;
    // Over a held move one goes on in the version after it, and says which one is meant.
    const over = held?.legal?.includes(move) ? held : null;
    const v = over ? over.v + over.events.length : now.v;
    const hold = over?.hold ?? null;
    try {
      return await this.ask({
        t: 'move',
        v,
        move,
        ...(then ? { then } : {}),
        ...(hold === null ? {} : { hold }),
      });
    } finally {
      this.busy = false;
    }
  }

  /** Take back the move that is held, and no later one. */
  takeBack(): Promise<Refused | null> {
    const hold = this.known.held?.hold ?? null;
    return this.ask({ t: 'take_back', ...(hold === null ? {} : { hold }) });
  }

  /** Make the held move final, once: somebody goes on. If it was taken back, a message says so. */
  settle(): void {
    const { held, now } = this.known;
    const which = `${now?.game} ${held?.hold}`;
    if (held?.hold == null || this.settling === which) return;
    this.settling = which;
    void this.socket.ask({ t: 'settle', hold: held.hold });
  }

  /** Mute a seat's chat, or unmute it. */
  async mute(seat: number, on: boolean): Promise<void> {
    if (await this.ask({ t: 'mute', seat, on })) return;
    const others = this.known.muted.filter((one) => one !== seat);
    this.known = { ...this.known, muted: on ? [...others, seat] : others };
  }

  /**
   * Ask for a hint; no moves if the table has none, or it is no longer one's turn. `chances`: how good
   * they are is how often they win, and not only an order.
   */
  async hint(): Promise<{ moves: Judged[]; chances: boolean }> {
    const answer = await this.socket.ask({ t: 'hint' });
    if (answer.t !== 'hinted') return { moves: [], chances: false };
    return { moves: answer.moves, chances: answer.source === 'judge' };
  }

  /** Ask what a move would give away to the next player; null for nothing, undefined if refused. */
  async gift(move: string): Promise<Record<string, unknown> | null | undefined> {
    const answer = await this.socket.ask({ t: 'gift', move });
    return answer.t === 'gifted' ? (answer.gift ?? null) : undefined;
  }

  /** Close the connection; the seat stays one's own. */
  close(): void {
    this.socket.end();
  }
}
