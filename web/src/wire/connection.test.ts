import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from './connection';
import type { ConnectionState, SocketLike } from './connection';
import type { News, Request, TableState } from './messages';

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((close: { code: number }) => void) | null = null;
  sent: Request[] = [];
  closed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Request);
  }
  close(): void {
    this.closed = true;
  }
  say(news: News): void {
    this.onmessage?.({ data: JSON.stringify(news) });
  }
  welcome(): void {
    this.onopen?.();
    this.say({ t: 'welcome', table: {} as TableState, since: 0 });
  }
  get requests(): string[] {
    return this.sent.map((one) => one.t);
  }
}

let sockets: FakeSocket[];
let states: ConnectionState[];
let connection: Connection;
const last = (): FakeSocket => sockets.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  states = [];
  connection = new Connection('', {
    hello: () => ({ t: 'hello', since: sockets.length }),
    received: () => undefined,
    changed: (state) => states.push(state),
    open: () => {
      sockets.push(new FakeSocket());
      return last();
    },
  });
});
afterEach(() => {
  connection.end();
  vi.useRealTimers();
});

describe('a connection to the server', () => {
  it('is lost soon after the browser went offline, unless the server answers', () => {
    last().welcome();
    dispatchEvent(new Event('offline'));
    expect(last().requests.at(-1)).toBe('ping');
    last().say({ t: 'pong' });
    vi.advanceTimersByTime(3_000);
    expect(states.at(-1)).toEqual({ is: 'open' });
    dispatchEvent(new Event('offline'));
    vi.advanceTimersByTime(3_000);
    expect(states.at(-1)).toMatchObject({ is: 'lost' });
  });

  it('says hello first, and is open after the welcome', () => {
    last().welcome();
    expect(last().requests).toEqual(['hello']);
    expect(states.at(-1)).toEqual({ is: 'open' });
  });

  it('resolves a request with its answer', async () => {
    last().welcome();
    const answer = connection.ask({ t: 'rise' });
    const { id } = last().sent[1] as { id: string };
    last().say({ t: 'done', id });
    expect(await answer).toEqual({ t: 'done', id });
    expect(connection.unanswered).toBe(0);
  });

  it('reconnects at once, and sends pending requests again with the same id (idempotent)', async () => {
    last().welcome();
    const answer = connection.ask({ t: 'move', v: 3, move: 'x' });
    const asked = last().sent[1] as { id: string };
    last().onclose?.({ code: 1006 });
    expect(states.at(-1)?.is).toBe('lost');
    await vi.advanceTimersByTimeAsync(200);
    expect(sockets.length).toBe(2);
    last().welcome();
    expect(last().sent[1]).toEqual(asked);
    last().say({ t: 'done', id: asked.id });
    expect((await answer).t).toBe('done');
  });

  it('tries at least every second: the backoff is capped', async () => {
    last().welcome();
    last().onclose?.({ code: 1012 });
    expect(states.at(-1)).toMatchObject({ is: 'lost', restart: true });
    for (let n = 0; n < 20; n++) {
      const before = sockets.length;
      await vi.advanceTimersByTimeAsync(1001);
      expect(sockets.length).toBeGreaterThan(before);
      last().onclose?.({ code: 1006 });
    }
  });

  it('queues requests while it is lost, and sends them after the reconnect', async () => {
    last().welcome();
    last().onclose?.({ code: 1006 });
    void connection.ask({ t: 'rise' });
    await vi.advanceTimersByTimeAsync(200);
    expect(last().sent).toEqual([]);
    last().welcome();
    expect(last().requests).toEqual(['hello', 'rise']);
  });

  it.each([4401, 4404, 4400])('does not come back after %i', async (code) => {
    last().onclose?.({ code });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(states.at(-1)).toEqual({ is: 'ended', code });
    expect(sockets.length).toBe(1);
  });

  it('reconnects when the heartbeat gets no answer', async () => {
    last().welcome();
    await vi.advanceTimersByTimeAsync(15_001);
    expect(last().requests).toEqual(['hello', 'ping']);
    await vi.advanceTimersByTimeAsync(8_001);
    expect(states.at(-1)?.is).toBe('lost');
  });

  it('stays open while the heartbeat is answered', async () => {
    last().welcome();
    for (let n = 0; n < 5; n++) {
      await vi.advanceTimersByTimeAsync(15_001);
      last().say({ t: 'pong' });
    }
    expect(states.at(-1)).toEqual({ is: 'open' });
    expect(sockets.length).toBe(1);
  });

  it('reconnects when a message was missed', async () => {
    last().welcome();
    connection.reconnect();
    await vi.advanceTimersByTimeAsync(200);
    last().onopen?.();
    expect(last().sent[0]).toEqual({ t: 'hello', since: 2 });
  });
});
