import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { puzzleGames } from '../daily/puzzles';
import { toasts } from '../kit/toast.svelte';
import { sitDown } from '../lobby/createTable';
import { go, listen, route } from '../router.svelte';
import type { News, Now, TableState } from '../wire/messages';
import { saveSeat, stored } from '../wire/storage.svelte';
import Table from './Table.svelte';

const CODE = 'ABCDEF';
const part = vi.hoisted(() => ({ missing: false, coming: Promise.resolve() }));

vi.mock('../kit/part.svelte', async (original) => {
  const { Part } = await original<typeof import('../kit/part.svelte')>();
  class Slow<T> extends Part<T> {
    constructor(load: () => Promise<T>) {
      super(async () => {
        await part.coming;
        if (part.missing) throw new Error('no network');
        return load();
      });
    }
  }
  return { Part: Slow };
});
// The games themselves are for tests in a browser.
vi.mock('./Playing.svelte', () => ({ default: () => undefined }));
vi.mock('../daily/session.svelte', () => ({
  PuzzleSession: class {
    tries = [];
    open = (): Promise<void> => Promise.resolve();
  },
}));
vi.mock('../wire/local', async (original) => ({
  ...(await original<typeof import('../wire/local')>()),
  isAble: () => true,
}));
vi.mock('../lobby/createTable', () => ({ sitDown: vi.fn(() => Promise.resolve(false)) }));

const state = (phase: TableState['phase'], ...names: string[]): TableState => ({
  code: CODE,
  phase,
  agreed: { game: puzzleGames[0], seats: names.length } as TableState['agreed'],
  seats: names.map((name) => ({ name, avatar: 'fox', here: true })),
  game: 0,
  watchers: 0,
});

/** A server with one table; `tell` sends what it says to the page. */
let tell: (news: News) => void = () => undefined;
const serverOf = (seat: number | null, ...names: string[]) =>
  class {
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: (() => void) | null = null;
    constructor() {
      tell = (news) => this.onmessage?.({ data: JSON.stringify(news) });
      setTimeout(() => this.onopen?.());
    }
    send = (text: string): void => {
      if (!text.includes('"hello"')) return;
      tell({ t: 'welcome', table: state('waiting', ...names), since: 0, seat, chat: [] });
    };
    close = (): void => undefined;
  };

/** The addresses of this tab, and where in them it is. */
let past: string[] = [];
let at = 0;
function move(by: number): void {
  at += by;
  history.replaceState(null, '', past[at]);
  dispatchEvent(new PopStateEvent('popstate'));
}

listen();
beforeEach(() => {
  Object.assign(part, { missing: false, coming: Promise.resolve() });
  toasts.length = 0;
  stored.seats = [];
  sessionStorage.clear();
  vi.mocked(sitDown).mockClear();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no server')));
  vi.stubGlobal('scrollTo', vi.fn());
  past = ['/', `/t/${CODE}`];
  at = 1;
  go(`/t/${CODE}`, true);
  vi.spyOn(history, 'pushState').mockImplementation((_state, _title, url) => {
    past = [...past.slice(0, ++at), String(url)];
    history.replaceState(null, '', url);
  });
  vi.spyOn(history, 'back').mockImplementation(() => void setTimeout(() => move(-1)));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function sitting(seat: number | null, ...names: string[]): Promise<void> {
  vi.stubGlobal('WebSocket', serverOf(seat, ...names));
  if (seat !== null)
    saveSeat({ code: CODE, token: 'secret', seat, game: '', variant: '', at: Date.now() });
  render(Table, { props: { code: CODE } });
  await room();
}
const room = (): Promise<unknown> => screen.findByRole('button', { name: 'Warm up' });
const puzzle = (): Promise<unknown> => screen.findByRole('heading', { name: 'Find the best move' });
const press = (name: string): Promise<boolean> =>
  fireEvent.click(screen.getByRole('button', { name }));
const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 20));
const address = (): string => route.path + route.search;

it('a warm-up that cannot be loaded leaves one in the waiting room, and says so', async () => {
  part.missing = true;
  await sitting(0, 'Ada', '');
  await press('Warm up');
  await expect
    .poll(() => toasts.map(({ text }) => text))
    .toEqual(['This part could not be loaded.']);
  await room();
  expect([address(), past.length]).toEqual([`/t/${CODE}`, 2]);
});

it('a game that begins before the warm-up is loaded is not left', async () => {
  let load = (): void => undefined;
  part.coming = new Promise((done) => (load = done));
  await sitting(0, 'Ada', '');
  await press('Warm up');
  screen.getByRole('button', { name: /^Setting up/ }); // the room is there meanwhile
  const now = { game: 1, v: 0, view: {}, waiting: [0] } as unknown as Now;
  tell({ t: 'welcome', table: state('playing', 'Ada', 'Ben'), since: 0, seat: 0, now });
  await tick();
  load();
  await settled();
  expect(screen.queryByRole('heading', { name: 'Find the best move' })).toBeNull();
  expect(address()).toBe(`/t/${CODE}`);
});

it('one comes back by the browser’s own way, and Forward does not lead there again', async () => {
  await sitting(0, 'Ada', '');
  await press('Warm up');
  await puzzle();
  expect([address(), past.length]).toEqual([`/t/${CODE}?warm`, 3]);
  tell({ t: 'table', table: state('waiting', 'Ada', 'Ben') });
  const chip = await screen.findByRole('button', { name: /^Ben sat down/ });
  chip.click();
  chip.click(); // twice leads no further
  await room();
  await settled();
  expect([address(), at]).toEqual([`/t/${CODE}`, 1]);
  move(1);
  await settled();
  await room();
  expect([address(), at]).toEqual([`/t/${CODE}`, 1]);
});

it('the way back of the browser ends a warm-up for good', async () => {
  await sitting(0, 'Ada', '');
  await press('Warm up');
  await puzzle();
  move(-1);
  await room();
  move(1);
  await settled();
  await room();
  expect(at).toBe(1);
});

it('a page that is loaded anew in a warm-up is that of the table', async () => {
  go(`/t/${CODE}?warm`, true);
  await sitting(0, 'Ada', '');
  expect(address()).toBe(`/t/${CODE}`);
  expect(history.back).not.toHaveBeenCalled();
});

it('whoever watches is not seated after a warm-up, though a seat became free', async () => {
  await sitting(null, 'Ada', 'Ben');
  await press('Warm up');
  await puzzle();
  tell({ t: 'table', table: state('waiting', 'Ada', '') });
  move(-1);
  await room();
  await settled();
  expect(sitDown).not.toHaveBeenCalled();
});

it('what was said during a warm-up has its bubble after it', async () => {
  await sitting(0, 'Ada', 'Ben');
  tell({ t: 'said', n: 1, seat: 1, text: 'Before' });
  await expect.poll(() => document.querySelectorAll('button.bubble').length).toBe(1);
  await press('Warm up');
  await puzzle();
  tell({ t: 'said', n: 2, seat: 1, text: 'Hello?' });
  move(-1);
  await room();
  const bubbles = (): (string | undefined)[] =>
    [...document.querySelectorAll('button.bubble')].map((one) => one.textContent.trim());
  await expect.poll(bubbles).toEqual(['Hello?']);
});
