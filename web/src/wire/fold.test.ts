import { describe, expect, it } from 'vitest';
import { fold, nothing } from './fold';
import type { Known } from './fold';
import type { Moved, News, Now, TableState } from './messages';

const table = { code: 'AAAAAA', phase: 'playing', seats: [], game: 1 } as unknown as TableState;
const e = (n: number): Record<string, unknown> => ({ event: 'step', n });
const now = (v: number, game = 1): Now => ({ game, v, view: { at: v }, waiting: [0] });
const welcome = (since: number, v: number, game = 1): News => ({
  t: 'welcome',
  table,
  seat: 0,
  since,
  events: Array.from({ length: v - since }, (_, i) => e(since + i)),
  now: now(v, game),
});
const moved = (since: number, v: number, game = 1): Moved => ({
  t: 'moved',
  v,
  events: Array.from({ length: v - since }, (_, i) => e(since + i)),
  now: now(v, game),
});
const after = (...news: News[]): Known =>
  news.reduce((known, one) => fold(known, one, 100).known, nothing());
const numbers = (events: Record<string, unknown>[]): unknown[] => events.map(({ n }) => n);

describe('the known state of a table', () => {
  it('starts with the welcome, which adds no recent events', () => {
    const known = after(welcome(0, 3));
    expect(numbers(known.events)).toEqual([0, 1, 2]);
    expect(known.recent).toEqual([]);
    expect(known.seat).toBe(0);
  });

  it('changes with one’s seat to the view of that seat', () => {
    const known = after(welcome(0, 3), { t: 'seat', seat: 2, now: { ...now(3), mine: 'x' } });
    expect(known).toMatchObject({ seat: 2, now: { mine: 'x' }, muted: [] });
    expect(after(welcome(0, 3), { t: 'seat', seat: null }).seat).toBeNull();
  });

  it('keeps each message of the chat once', () => {
    const line = { t: 'said', n: 1, seat: 0, text: 'a' } as const;
    const known = after(welcome(0, 3), line, { ...line, n: 2 }, line);
    expect(known.chat.map(({ n }) => n)).toEqual([1, 2]);
  });

  it('keeps what a spectator has read, of which a welcome tells them nothing', () => {
    const line = { t: 'said', n: 1, seat: 0, text: 'a' } as const;
    const watching = { ...welcome(0, 3), seat: null } as News;
    expect(after(watching, line, watching).chat).toEqual([line]);
    expect(after(welcome(0, 3), line, welcome(0, 3)).chat).toEqual([]);
  });

  it('grows with each move', () => {
    const known = after(welcome(0, 3), moved(3, 5));
    expect(numbers(known.events)).toEqual([0, 1, 2, 3, 4]);
    expect(numbers(known.recent)).toEqual([3, 4]);
    expect(known.now?.v).toBe(5);
  });

  it('notices a gap and changes nothing', () => {
    const before = after(welcome(0, 3));
    const { known, missed } = fold(before, moved(4, 5), 0);
    expect(missed).toBe(true);
    expect(known).toBe(before);
  });

  it('ignores duplicates', () => {
    const known = after(welcome(0, 3), moved(3, 5), moved(3, 5));
    expect(numbers(known.events)).toEqual([0, 1, 2, 3, 4]);
    const late = fold(known, moved(2, 3), 0);
    expect(late.missed).toBe(false);
    expect(late.known).toBe(known);
  });

  it('takes the new part of an overlapping message', () => {
    expect(numbers(after(welcome(0, 3), moved(2, 5)).events)).toEqual([0, 1, 2, 3, 4]);
  });

  it('continues after a restart with the missed events', () => {
    const known = after(welcome(0, 3), welcome(3, 6));
    expect(numbers(known.events)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(numbers(known.recent)).toEqual([3, 4, 5]);
  });

  it('starts anew with the next game', () => {
    const known = after(welcome(0, 3), moved(0, 2, 2));
    expect(numbers(known.events)).toEqual([0, 1]);
    expect(known.now?.game).toBe(2);
  });

  it('holds a move that can be taken back, and shows its events once', () => {
    const held: News = { t: 'held', v: 3, seat: 0, events: [e(3)], view: {}, ms: 3000 };
    const holding = after(welcome(0, 3), held);
    expect(holding.held?.until).toBe(3100);
    expect(numbers(holding.recent)).toEqual([3]);
    expect(holding.events.length).toBe(3);
    const stands = after(welcome(0, 3), held, moved(3, 5));
    expect(stands.held).toBe(null);
    expect(numbers(stands.recent)).toEqual([4]);
    const back = after(welcome(0, 3), held, { t: 'taken_back', seat: 0, now: now(3) });
    expect(back.held).toBe(null);
    expect(back.events.length).toBe(3);
  });

  it('lets whoever comes next go on over a held move, until it is taken back', () => {
    const told = { waiting: [1], legal: ['x'], left_ms: [50, 60], turn_ms: 20, hold: 4 };
    const held: News = { t: 'held', v: 3, seat: 0, events: [e(3)], view: {}, ms: 3000, ...told };
    const holding = after(welcome(0, 3), held);
    expect(holding.now).toMatchObject({ v: 3, waiting: [1], legal: ['x'], left_ms: [50, 60] });
    expect(holding.turn).toEqual({ ms: 20, stands: false, at: 100 });
    const news: News = { t: 'taken_back', seat: 0, now: now(3) };
    const back = after(welcome(0, 3), held, news);
    expect(back.takenBack).toBe(news);
    expect(back.now).toEqual(news.now);
    expect(after(welcome(0, 3), held, news, held).takenBack).toBe(null);
  });

  it('keeps a held move when an old request is acknowledged again', () => {
    const held: News = { t: 'held', v: 3, seat: 0, events: [e(3)], view: {}, ms: 3000 };
    const known = after(welcome(0, 3), held, moved(3, 3));
    expect(known.held).not.toBe(null);
  });

  it('reconnects when a held move belongs to an unknown version', () => {
    const held: News = { t: 'held', v: 4, seat: 0, events: [], view: {}, ms: 1 };
    expect(fold(after(welcome(0, 3)), held, 0).missed).toBe(true);
  });

  it('takes the fresh view of a refusal', () => {
    const fresh: Now = { ...now(3), legal: ['a'] };
    const no: News = { t: 'refused', code: 'illegal', rule: 'A8', text: '', now: fresh };
    expect(after(welcome(0, 3), no).now?.legal).toEqual(['a']);
    expect(fold(after(welcome(0, 3)), { ...no, now: now(5) }, 0).missed).toBe(true);
    expect(fold(after(welcome(0, 5)), no, 0).known.now?.v).toBe(5);
  });

  it('records who has chosen, and keeps one’s own choice', () => {
    const mine: News = { t: 'chosen', v: 3, seat: 0, waiting: [1], mine: 'x' };
    const other: News = { t: 'chosen', v: 3, seat: 1, waiting: [] };
    const known = after(welcome(0, 3), mine, other);
    expect(known.now?.waiting).toEqual([]);
    expect(known.now?.mine).toBe('x');
  });

  it('adds every chat message once', () => {
    const line: News = { t: 'said', n: 7, seat: 1, text: 'hello' };
    expect(after(welcome(0, 3), line, line).chat.length).toBe(1);
  });
});
