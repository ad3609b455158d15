/** The one store of a table: what the server told, and the requests to it. It guesses nothing. */
import { fold, nothing } from './fold';
import type { Known } from './fold';
import { Connection } from './connection';
import type { Asked, ConnectionState, Wire } from './connection';
import type { Hello, News, Refused } from './messages';

const address = (code: string): string =>
  `${location.origin.replace(/^http/, 'ws')}/api/tables/${code}/socket`;

/** What is being written, and to whom; the place where one writes may be closed meanwhile. */
export class Draft {
  text = $state('');
  /** For one's partner alone: words for one must not go to all because the page forgot it. */
  apart = $state(false);
}

export class Table {
  known = $state.raw<Known>(nothing());
  connection = $state.raw<ConnectionState>({ is: 'connecting' });
  /** A move is on its way. */
  busy = $state(false);
  /** The last refusal, until the next thing is tried. */
  refusal = $state.raw<Refused | null>(null);
  readonly draft = new Draft();
  private socket: Connection;

  constructor(
    readonly code: string,
    private readonly token: string | null,
    open?: () => Wire,
  ) {
    this.socket = new Connection(address(code), {
      hello: () => this.hello(),
      heard: (news) => this.hear(news),
      changed: (state) => (this.connection = state),
      open,
    });
  }

  /** A move waits here until the page is back online. */
  get unsent(): boolean {
    return this.busy && this.connection.is !== 'open';
  }

  private hello(): Hello {
    const { now, events } = this.known;
    return { t: 'hello', token: this.token, game: now?.game ?? 0, since: events.length };
  }

  private hear(news: News): void {
    const { known, missed } = fold(this.known, news, performance.now());
    this.known = known;
    if (missed) this.socket.again();
  }

  /** Ask for something; returns what was refused, or null when it is written down. */
  async ask(asked: Asked): Promise<Refused | null> {
    this.refusal = null;
    const answer = await this.socket.ask(asked);
    if (answer.t !== 'refused') return null;
    this.refusal = answer;
    return answer;
  }

  /** Make a move for what is known now. */
  async move(move: string): Promise<Refused | null> {
    if (this.busy || !this.known.now) return null;
    this.busy = true;
    try {
      return await this.ask({ t: 'move', v: this.known.now.v, move });
    } finally {
      this.busy = false;
    }
  }

  /** Hear nothing more from a seat, or hear it again. */
  async mute(seat: number, on: boolean): Promise<void> {
    if (await this.ask({ t: 'mute', seat, on })) return;
    const others = this.known.muted.filter((one) => one !== seat);
    this.known = { ...this.known, muted: on ? [...others, seat] : others };
  }

  /** Ask the coach; empty where the table has none, or it is no longer one's turn. */
  async hint(): Promise<{ move: string; worth: number }[]> {
    const answer = await this.socket.ask({ t: 'hint' });
    return answer.t === 'hinted' ? answer.moves : [];
  }

  /** Ask what a move would open for the next player; null where nothing is, undefined if refused. */
  async gift(move: string): Promise<Record<string, unknown> | null | undefined> {
    const answer = await this.socket.ask({ t: 'gift', move });
    return answer.t === 'gifted' ? (answer.gift ?? null) : undefined;
  }

  /** Leave; the seat stays one's own. */
  close(): void {
    this.socket.end();
  }
}
