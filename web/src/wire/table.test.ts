import { afterEach, describe, expect, it, vi } from 'vitest';
import { left, minutes, ranUntil, slowDays, slowLeft } from './clocks';
import { fold, nothing, type Known } from './fold';
import type { SocketLike } from './connection';
import type { Now, Request, TableState } from './messages';
import { Table } from './table.svelte';

const seats = { code: 'AAAAAA', agreed: {}, seats: [] } as unknown as TableState;
const now: Now = { game: 1, v: 0, view: {}, waiting: [0], legal: ['x'] };

function sat(): { table: Table; socket: SocketLike; sent: Request[] } {
  const sent: Request[] = [];
  const socket: SocketLike = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => void sent.push(JSON.parse(text) as Request),
    close: () => undefined,
  };
  const table = new Table('AAAAAA', 'secret', () => socket);
  socket.onopen?.();
  const welcome = { t: 'welcome', table: seats, seat: 0, since: 0, now };
  socket.onmessage?.({ data: JSON.stringify(welcome) });
  return { table, socket, sent };
}

afterEach(() => vi.useRealTimers());

describe('the store of a table', () => {
  it('connects with its token', () => {
    const { sent, table } = sat();
    expect(sent[0]).toEqual({ t: 'hello', token: 'secret', game: 0, since: 0 });
    expect(table.known.seat).toBe(0);
    table.close();
  });

  it('is busy until a move is answered, and returns its refusal', async () => {
    const { table, socket, sent } = sat();
    const made = table.move('x');
    expect(table.busy).toBe(true);
    void table.move('y');
    expect(sent.filter(({ t }) => t === 'move').length).toBe(1);
    const { id } = sent[1] as { id: string };
    const fresh = { ...now, legal: ['y'] };
    const refused = { t: 'refused', code: 'illegal', rule: 'A8', text: 'no', id, now: fresh };
    socket.onmessage?.({ data: JSON.stringify(refused) });
    expect((await made)?.rule).toBe('A8');
    expect(table.busy).toBe(false);
    expect(table.known.now?.legal).toEqual(['y']);
    table.close();
  });
});

describe('a move made while the connection is lost', () => {
  it('waits, and is sent after the reconnect', async () => {
    vi.useFakeTimers();
    const { table, socket, sent } = sat();
    socket.onclose?.({ code: 1006 });
    const made = table.move('x');
    expect(table.unsent).toBe(true);
    expect(sent.some(({ t }) => t === 'move')).toBe(false);
    vi.advanceTimersByTime(2000);
    socket.onopen?.();
    const welcome = { t: 'welcome', table: seats, seat: 0, since: 0, now };
    socket.onmessage?.({ data: JSON.stringify(welcome) });
    expect(table.unsent).toBe(false);
    const { id } = sent.find(({ t }) => t === 'move') as { id: string };
    socket.onmessage?.({ data: JSON.stringify({ t: 'done', id }) });
    expect(await made).toBe(null);
    expect(table.busy).toBe(false);
    table.close();
  });
});

describe('clocks', () => {
  const timed = (more: Partial<Now>, agreed: object): Parameters<typeof left>[0] => ({
    ...nothing(),
    table: { ...seats, agreed } as TableState,
    now: { ...now, ...more },
    turn: { ms: more.turn_ms ?? null, stands: more.stands ?? false, at: 1000 },
  });

  it('run for the players to move, from when the message arrived', () => {
    const known = timed({ left_ms: [60_000, 50_000], turn_ms: 2000 }, { clock: {} });
    expect(left(known, 0, 4000)).toBe(55_000);
    expect(left(known, 1, 4000)).toBe(50_000);
  });

  it('stop while the player to move is offline, and run on from there', () => {
    const known = timed({ left_ms: [60_000], turn_ms: 2000 }, { clock: {} });
    const told = (turn_ms: number, stands: boolean): TableState =>
      ({ ...known.table, turn_ms, stands }) as TableState;
    const away = fold(known, { t: 'table', table: told(5000, true) }, 4000).known;
    expect(left(away, 0, 90_000)).toBe(55_000);
    const back = fold(away, { t: 'table', table: told(5000, false) }, 100_000).known;
    expect(left(back, 0, 101_000)).toBe(54_000);
  });

  describe('while the connection is lost', () => {
    const until = (agreed: object, more: Partial<Known>, restart = false): number => {
      const known = { ...timed({ waiting: [0] }, agreed), seat: 0, ...more };
      return ranUntil(known, { is: 'lost', since: 3000, restart }, 9000);
    };
    const wait = (...waiting: number[]): Partial<Known> => ({ now: { ...now, waiting } });
    const clock = { player_s: 60 };

    it('stop while the game waits for us alone', () => {
      expect(until({ clock }, {})).toBe(3000);
      expect(until({ clock }, wait(1))).toBe(9000);
      expect(until({ clock }, wait(0, 1))).toBe(9000);
      expect(until({ clock }, { seat: null })).toBe(9000);
      expect(until({ clock }, { held: { seat: 0 } as Known['held'] })).toBe(9000);
      expect(until({ clock, round_s: 9 }, {})).toBe(9000);
      expect(until({ round_s: 9 }, {})).toBe(9000);
    });

    it('stop for all while the server restarts', () => {
      for (const agreed of [{ clock }, { round_s: 9 }])
        expect(until(agreed, wait(0, 1), true)).toBe(3000);
    });

    it('run on in all other cases', () => {
      const known = { ...timed({ waiting: [0] }, { clock }), seat: 0 };
      expect(ranUntil(known, { is: 'open' }, 9000)).toBe(9000);
    });
  });

  it('show the nearest deadline, or none', () => {
    const known = timed({ left_ms: [60_000], turn_ms: 0 }, { clock: { move_s: 10 } });
    expect(left(known, 0, 3000)).toBe(8000);
    expect(left(timed({}, {}), 0, 0)).toBe(null);
  });

  it('are shown in minutes', () => {
    expect([84_000, 8001, 0, 3_720_000].map(minutes)).toEqual(['1:24', '0:09', '0:00', '1:02:00']);
  });
});

describe('a slow game', () => {
  it('has a day or more for each move, and nothing else', () => {
    expect(slowDays({})).toBe(0);
    expect(slowDays({ clock: { move_s: 3600 } })).toBe(0);
    expect(slowDays({ clock: { move_s: 259_200 } })).toBe(3);
    expect(slowDays({ clock: { move_s: 86_400, player_s: 600 } })).toBe(0);
  });

  it('shows days and hours, and then hours and minutes', () => {
    expect(minutes(2 * 86_400_000 + 5 * 3_600_000 + 60_000)).toBe('2 d 5 h');
    expect(minutes(5 * 3_600_000 + 12 * 60_000)).toBe('5 h 12 min');
    expect(minutes(2 * 3_600_000)).toBe('2:00:00');
  });

  it('tells the home page how long somebody has', () => {
    const agreed = { game: 'some', clock: { move_s: 86_400 } };
    expect(slowLeft({ agreed, phase: 'playing', turn_ms: 3_600_000 } as never)).toBe(82_800_000);
    expect(slowLeft({ agreed, phase: 'waiting', turn_ms: null } as never)).toBeNull();
    const quick = { agreed: { game: 'some' }, phase: 'playing', turn_ms: 5 };
    expect(slowLeft(quick as never)).toBeNull();
  });

  it('its clock does not stop while the connection is lost', () => {
    const known = {
      table: { agreed: { clock: { move_s: 86_400 } }, seats: [] },
      now: { waiting: [0] },
      seat: 0,
      held: null,
    } as unknown as Known;
    const lost = { is: 'lost', since: 1000, restart: true } as never;
    expect(ranUntil(known, lost, 9000)).toBe(9000);
  });
});
