import { cleanup, render, screen } from '@testing-library/svelte';
import { tick, type Component } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GamePage, PlayProps } from '../games/contract';
import { minutes } from '../wire/clocks';
import type { SocketLike } from '../wire/connection';
import type { Now, TableState } from '../wire/messages';
import { Table } from '../wire/table.svelte';
import Playing from './Playing.svelte';

/** What the game shows of one's own clock. */
const shown = { ms: null as number | null };
const Play = ((_: unknown, props: PlayProps) => {
  $effect(() => void (shown.ms = props.left?.(0) ?? null));
}) as unknown as Component<PlayProps>;
const page = { name: 'some', cards: [], Play } as unknown as GamePage;

function sat(agreed: object, result?: Now['result'], from: TableState['from'] = null): Table {
  const socket: SocketLike = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: () => undefined,
    close: () => undefined,
  };
  const table = new Table('AAAAAA', 'secret', () => socket);
  const seats = [{ name: 'Ada', here: true }];
  const state = { code: 'AAAAAA', phase: 'playing', agreed, seats, from } as unknown as TableState;
  const now: Now = { game: 1, v: 0, view: {}, waiting: [0], legal: [], turn_ms: 0, result };
  const welcome = { t: 'welcome', table: state, seat: 0, since: 0, now };
  socket.onopen?.();
  socket.onmessage?.({ data: JSON.stringify(welcome) });
  return table;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('scrollTo', vi.fn());
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('the clocks of the bar and of the game show the same second', async () => {
  const table = sat({ game: 'some', variant: 'base', clock: { move_s: 30 } });
  await vi.advanceTimersByTimeAsync(330);
  render(Playing, { props: { table, page, seated: () => undefined } });
  const seen = new Set<string>();
  for (let step = 0; step < 30; step++) {
    await vi.advanceTimersByTimeAsync(130);
    const text = screen.getByRole('timer').textContent ?? '';
    expect(text).toBe(minutes(shown.ms ?? 0));
    seen.add(text);
  }
  expect([...seen]).toEqual(['0:30', '0:29', '0:28', '0:27', '0:26']);
  table.close();
});

it.each([
  [{}, false],
  [{ clock: { move_s: 30 } }, true],
  [{ round_s: 20 }, true],
])('a clock ticks only where there is one: %o', (agreed, ticks) => {
  const table = sat({ game: 'some', variant: 'base', ...agreed });
  const timers = vi.spyOn(globalThis, 'setInterval');
  render(Playing, { props: { table, page, seated: () => undefined } });
  expect(timers.mock.calls.some(([, ms]) => ms === 250)).toBe(ticks);
  table.close();
});

it('the title announces the turn after the animations before it', async () => {
  let shown = $state(true);
  const table = sat({ game: 'some', variant: 'base' });
  const slow = { ...page, showing: () => shown };
  render(Playing, { props: { table, page: slow, seated: () => undefined } });
  expect(document.title).toBe('AAAAAA · Hexade');
  shown = false;
  await tick();
  expect(document.title).toBe('● Your turn · Hexade');
  table.close();
});

it('shows the result even if the page for it cannot be loaded, and tries again', async () => {
  const load = vi.fn();
  vi.doMock('../end/End.svelte', () => {
    load();
    throw new Error('no network');
  });
  const reload = vi.fn();
  const { origin, href } = location;
  vi.stubGlobal('location', { origin, href, pathname: '/', search: '', hash: '', reload });
  const Verdict = (() => undefined) as unknown as Component;
  const headline = () => ({ title: 'Ada wins', reason: '' });
  const torn = { ...page, Verdict, headline, measure: () => [] } as unknown as GamePage;
  const table = sat({ game: 'some', variant: 'base' }, { ranks: [1] });
  render(Playing, { props: { table, page: torn, seated: () => undefined } });
  await vi.waitFor(() => screen.getByText('This part could not be loaded.', { exact: false }));
  expect(screen.getByRole('heading', { name: 'Ada wins' })).toBeTruthy();
  screen.getByRole('button', { name: 'Try again' }).click();
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  expect(load.mock.calls.length).toBeGreaterThan(1);
  table.close();
  vi.doUnmock('../end/End.svelte');
});
