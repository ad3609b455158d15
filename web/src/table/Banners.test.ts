import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { hush, spoken } from '../kit/announce.svelte';
import { nothing, type Known } from '../wire/fold';
import type { Agreed, Held, Now, TableState } from '../wire/messages';
import type { Table } from '../wire/table.svelte';
import { permission } from '../notify/notify.svelte';
import { settings } from '../settings/preferences.svelte';
import Banners from './Banners.svelte';

afterEach(cleanup);

/** What the banner says when the connection is lost, at such a table. */
function said(agreed: Partial<Agreed>, restart = false, more: Partial<Known> = {}): string {
  const state = { code: 'K', phase: 'playing', agreed, seats: [] } as unknown as TableState;
  const known = { ...nothing(), seat: 0, table: state, ...more };
  const connection = { is: 'lost', since: performance.now() - 5000, restart };
  const table = { known, connection, unsent: false } as unknown as Table;
  const { container, unmount } = render(Banners, { props: { table, names: [] } });
  const text = container.querySelector('.banner.warn')?.textContent ?? '';
  unmount();
  return text;
}

it('the banner of a lost connection mentions a stopped clock and a kept move only if there is one', () => {
  const clock = { player_s: 60 };
  const wait = (...waiting: number[]): Partial<Known> => ({ now: { waiting } as unknown as Now });
  expect(said({ clock }, false, wait(0))).toContain('The clock is stopped');
  const runs: [Partial<Agreed>, Partial<Known>][] = [
    [{}, wait(0)],
    [{ round_s: 9 }, wait(0)],
    [{ clock, round_s: 9 }, wait(0)],
    [{ clock }, wait(1)],
    [{ clock }, wait(0, 1)],
    [{ clock }, { ...wait(0), seat: null }],
  ];
  for (const [agreed, more] of runs) {
    expect(said(agreed, false, more)).toContain('Nothing is lost');
    expect(said(agreed, false, more)).not.toMatch(/clock|tile|move/i);
  }
  const held = { seat: 0, until: 0 } as unknown as Held & { until: number };
  expect(said({}, false, { held })).toContain('Your move is safe');
  expect(said({}, false, { held: { ...held, seat: 1 } })).not.toMatch(/move/i);
});

it('a lost connection is announced once, not every second', async () => {
  vi.useFakeTimers();
  hush();
  const known = { ...nothing(), seat: 0 };
  const connection = { is: 'lost', since: performance.now() - 5000, restart: false };
  const table = { known, connection, unsent: false } as unknown as Table;
  const { container, unmount } = render(Banners, { props: { table, names: [] } });
  await vi.advanceTimersByTimeAsync(600);
  expect(spoken.polite).toMatch(/^Connection lost – reconnecting\. Nothing is lost/);
  hush();
  await vi.advanceTimersByTimeAsync(5000);
  expect(container.querySelector('.banner.warn b')?.textContent).toMatch(/1\d s/);
  expect(spoken.polite).toBe('');
  expect(container.querySelector('[role=status], [aria-live]')).toBeNull();
  unmount();
  vi.useRealTimers();
});

it('a reconnect is announced once, and only after an announced loss', async () => {
  vi.useFakeTimers();
  hush();
  const at = (is: 'lost' | 'open', ago = 0): { table: Table; names: string[] } => ({
    table: {
      known: { ...nothing(), seat: 0 },
      connection: is === 'open' ? { is } : { is, since: performance.now() - ago, restart: true },
      unsent: false,
    } as unknown as Table,
    names: [],
  });
  const { rerender, unmount } = render(Banners, { props: at('open') });
  await vi.advanceTimersByTimeAsync(5000);
  expect(spoken.polite, 'it was never broken').toBe('');
  await rerender(at('lost'));
  await rerender(at('open'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(spoken.polite, 'a hiccup').toBe('');
  await rerender(at('lost', 5000));
  await vi.advanceTimersByTimeAsync(600);
  expect(spoken.polite).toContain('The server is restarting');
  await rerender(at('open'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(spoken.polite).toBe('Connected again.');
  hush();
  await rerender(at('open'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(spoken.polite).toBe('');
  unmount();
  vi.useRealTimers();
});

it('a move that must wait is announced too, once', async () => {
  vi.useFakeTimers();
  hush();
  const connection = { is: 'lost', since: performance.now() - 5000, restart: false };
  const broken = (unsent: boolean): { table: Table; names: string[] } => ({
    table: { known: { ...nothing(), seat: 0 }, connection, unsent } as unknown as Table,
    names: [],
  });
  const { rerender, unmount } = render(Banners, { props: broken(false) });
  await vi.advanceTimersByTimeAsync(600);
  expect(spoken.polite).toContain('Nothing is lost');
  await rerender(broken(true));
  expect(spoken.polite).toContain('Your move will then be sent automatically');
  hush();
  await rerender(broken(true));
  await vi.advanceTimersByTimeAsync(5000);
  expect(spoken.polite).toBe('');
  unmount();
  vi.useRealTimers();
});

it('a move made just after the connection was lost is announced as waiting before the banner appears', async () => {
  hush();
  const connection = { is: 'lost', since: performance.now(), restart: false };
  const known = { ...nothing(), seat: 0 };
  const broken = (unsent: boolean): { table: Table; names: string[] } => ({
    table: { known, connection, unsent } as unknown as Table,
    names: [],
  });
  const { container, rerender } = render(Banners, { props: broken(false) });
  await tick();
  expect(spoken.polite).toBe('');
  await rerender(broken(true));
  expect(spoken.polite).toContain('Your move will then be sent automatically');
  expect(container.querySelector('.banner.warn')).toBeNull();
});

it('a bot in one’s seat is announced, and one’s return; the focus goes to the game', async () => {
  hush();
  const main = document.body.appendChild(document.createElement('main'));
  main.id = 'main';
  const lent = (stand_in: string | null): { table: Table; names: string[] } => {
    const seats = [{ name: 'Ada', here: true, stand_in }];
    const state = { code: 'K', phase: 'playing', agreed: {}, seats } as unknown as TableState;
    const known = { ...nothing(), seat: 0, table: state };
    return { table: { known, connection: { is: 'open' } } as unknown as Table, names: [] };
  };
  const { container, rerender } = render(Banners, { props: lent('random') });
  await tick();
  expect(spoken.polite).toBe('A bot is playing for you. Take my seat back?');
  container.querySelector('button')?.focus();
  await rerender(lent(null));
  await tick();
  expect(spoken.polite).toBe('You are playing again.');
  expect(document.activeElement).toBe(main);
  main.remove();
});

it('no return is announced to a player who was never away', async () => {
  hush();
  const state = { code: 'K', phase: 'playing', agreed: {}, seats: [{ name: 'Ada' }] };
  const known = { ...nothing(), seat: 0, table: state as unknown as TableState };
  const table = { known, connection: { is: 'open' } } as unknown as Table;
  render(Banners, { props: { table, names: [] } });
  await tick();
  expect(spoken.polite).toBe('');
});

it('a server restart stops the clock, if there is one', () => {
  expect(said({ clock: { player_s: 60 } }, true)).toContain('The clock is stopped');
  expect(said({ round_s: 9 }, true)).toContain('The clock is stopped');
  expect(said({}, true)).not.toMatch(/clock/i);
});

it('an offline player is announced, and then that a bot may stand in; each once', async () => {
  vi.useFakeTimers();
  hush();
  const owl = { name: 'Owl', here: false, away_s: 10 };
  const state = { code: 'K', phase: 'playing', agreed: {}, seats: [{ name: 'Ada' }, owl] };
  const known = {
    ...nothing(),
    seat: 0,
    table: state as unknown as TableState,
    tableAt: performance.now(),
    now: { waiting: [1] } as unknown as Now,
  };
  const table = { known, connection: { is: 'open' }, unsent: false } as unknown as Table;
  const { unmount } = render(Banners, { props: { table, names: ['Ada', 'Owl'] } });
  await vi.advanceTimersByTimeAsync(100);
  expect(spoken.polite).toMatch(/^Owl is away\. A bot may take over in 1:\d\d/);
  hush();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(spoken.polite, 'not at each second').toBe('');
  await vi.advanceTimersByTimeAsync(51_000);
  expect(spoken.polite).toBe('Owl is away. A bot can take over now.');
  unmount();
  vi.useRealTimers();
});

it('the owner lets somebody in who asks for a seat; others are only told', () => {
  const ask = vi.fn(() => Promise.resolve(null));
  const seats = [{ name: 'Ada', owner: true }, { name: 'Ben' }, {}];
  const asking = [{ n: 3, seat: 2, name: 'Cleo', avatar: 'fox' }];
  const state = { phase: 'playing', agreed: {}, seats, asking } as unknown as TableState;
  const shown = (seat: number): { container: HTMLElement; unmount: () => void } => {
    const known = { ...nothing(), seat, table: state };
    const table = { known, connection: { is: 'open' }, ask } as unknown as Table;
    return render(Banners, { props: { table, names: ['Ada', 'Ben', ''] } });
  };
  const guest = shown(1);
  expect(guest.container.textContent).not.toContain('Cleo');
  guest.unmount();
  const { container } = shown(0);
  expect(container.textContent).toContain('Cleo asks for the free seat.');
  const [no, yes] = container.querySelectorAll<HTMLElement>('button');
  yes?.click();
  expect(ask).toHaveBeenLastCalledWith({ t: 'admit', n: 3 });
  no?.click();
  expect(ask).toHaveBeenLastCalledWith({ t: 'admit', n: 3, yes: false });
});

it('a bot that plays because the clock ran out cannot be sent back', () => {
  const seats = [{ name: 'Ada', stand_in: 'random' }];
  const state = { phase: 'playing', agreed: {}, seats } as unknown as TableState;
  const shown = (left: number): string => {
    const now = { waiting: [], left_ms: [left] } as unknown as Now;
    const known = { ...nothing(), seat: 0, table: state, now };
    const table = { known, connection: { is: 'open' } } as unknown as Table;
    const { container, unmount } = render(Banners, { props: { table, names: ['Ada'] } });
    const text = container.textContent ?? '';
    unmount();
    return text;
  };
  expect(shown(5000)).toContain('Take my seat back');
  expect(shown(0)).toContain('Your time is up.');
  expect(shown(0)).not.toContain('Take my seat back');
});

/** What stands at a table at which it is the turn of somebody who is away. */
function waitsFor(agreed: Partial<Agreed>): string {
  const seats = [
    { name: 'Ada', here: true },
    { name: 'Bea', here: false, away_s: 500 },
  ];
  const state = { code: 'K', phase: 'playing', agreed, seats } as unknown as TableState;
  const now = { waiting: [1] } as unknown as Now;
  const known = { ...nothing(), seat: 0, table: state, now, tableAt: performance.now() };
  const table = { known, connection: { is: 'open' }, unsent: false } as unknown as Table;
  const { container } = render(Banners, { props: { table, names: ['Ada', 'Bea'] } });
  return container.textContent ?? '';
}

it('in a slow game nobody is missed, and one is asked once about notifications', () => {
  const clock = { move_s: 259_200 };
  Object.assign(settings, { notify: false, notifyOffered: false });
  permission.now = 'default';
  expect(waitsFor({})).toContain('Bea is away');
  cleanup();
  expect(waitsFor({ clock })).not.toContain('away');
  expect(document.body.textContent).toContain('Shall the browser tell you');
  [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === 'No')?.click();
  cleanup();
  expect(waitsFor({ clock })).not.toContain('Shall the browser');
  cleanup();
  settings.notifyOffered = false;
  permission.now = 'denied';
  expect(waitsFor({ clock })).not.toContain('Shall the browser');
});
