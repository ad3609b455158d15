import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { later, today } from './dates';
import Others from './Others.svelte';
import { claimSending, dropSending, isSent, progress } from './progress.svelte';
import type { PuzzleSession } from './session.svelte';
import { countsOf, finishesOf } from './puzzleCounts';

const server = vi.hoisted(() => ({ there: true }));
vi.mock('../wire/server', () => ({
  get HAS_SERVER() {
    return server.there;
  },
  apiAddress: (path: string) => `/api${path}`,
}));

const COUNTS = { found: [23, 18, 14], missed: 45, counted: true };
const asked = vi.fn<(path: string, init: RequestInit) => Promise<unknown>>();
const answers = (body: unknown, status = 200): void => {
  asked.mockImplementation(() =>
    Promise.resolve({ ok: status < 400, status, json: () => Promise.resolve(body) }),
  );
};
const at = (day: string) => ({ game: 'toy', day, id: '1.1' });
const sent = (): unknown[] => asked.mock.calls.map(([, init]) => init.body ?? 'GET');

beforeEach(() => {
  localStorage.clear();
  Object.assign(progress, { tries: {}, days: [], sent: [] });
  Object.assign(server, { there: true });
  asked.mockReset();
  answers(COUNTS);
  vi.stubGlobal('fetch', asked);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the server', () => {
  it('is told a result once, and asked for the numbers afterwards', async () => {
    expect(await countsOf(at(today()), 2)).toEqual(COUNTS);
    expect(await countsOf(at(today()), 2)).toEqual(COUNTS);
    expect(sent()).toEqual(['{"outcome":2}', 'GET']);
    expect(asked.mock.calls[0]?.[0]).toBe(`/api/puzzles/toy/${today()}`);
    expect(localStorage.getItem('hexade.daily')).toContain(`"sent":["toy ${today()} 1.1"]`);
  });

  it('is told yesterday’s result too, and not those of older days', async () => {
    await countsOf(at(later(today(), -1)), 0);
    await countsOf(at(later(today(), -2)), 1);
    expect(sent()).toEqual(['{"outcome":0}', 'GET']);
  });

  it('is told again if it was not reached', async () => {
    asked.mockImplementation(() => Promise.reject(new Error('away')));
    expect(await countsOf(at(today()), 1)).toBeNull();
    answers({ code: 'rate', rule: '', text: '' }, 429);
    expect(await countsOf(at(today()), 1)).toBeNull();
    answers(COUNTS);
    expect(await countsOf(at(today()), 1)).toEqual(COUNTS);
    expect(sent()).toEqual(Array.from({ length: 3 }, () => '{"outcome":1}'));
  });

  it('that did not count it is told again, and oneself is not among its numbers', async () => {
    answers({ ...COUNTS, counted: false });
    await countsOf(at(today()), 1);
    expect(isSent(at(today()))).toBe(false);
    answers(COUNTS);
    await countsOf(at(today()), 1);
    expect(isSent(at(today()))).toBe(true);
    expect(sent()).toEqual(['{"outcome":1}', '{"outcome":1}']);
  });

  it('is not told what another tab has told it', async () => {
    const tries = {};
    const told = [`toy ${today()} 1.1`];
    localStorage.setItem('hexade.daily', JSON.stringify({ tries, days: [], sent: told }));
    await countsOf(at(today()), 3);
    expect(sent()).toEqual(['GET']);
  });

  it('is not asked where there is none, or no network', async () => {
    server.there = false;
    expect(await countsOf(at(today()), 1)).toBeNull();
    server.there = true;
    vi.stubGlobal('navigator', { onLine: false });
    expect(await countsOf(at(today()), 1)).toBeNull();
    expect(asked).not.toHaveBeenCalled();
    expect(isSent(at(today()))).toBe(false);
  });
});

it('what was told is remembered for so many puzzles, whatever a file brought in', async () => {
  for (let n = 0; n < 130; n++) expect(claimSending({ ...at(today()), id: `${n}` })).toBe(true);
  expect(progress.sent).toHaveLength(120);
  dropSending({ ...at(today()), id: '129' });
  expect(isSent({ ...at(today()), id: '129' })).toBe(false);
  localStorage.setItem('hexade.daily', '{"sent":[7,"a",null]}');
  vi.resetModules();
  expect((await import('./progress.svelte')).progress.sent).toEqual(['a']);
});

it('numbers become shares of all', () => {
  const { finishes, total } = finishesOf({ found: [2, 0, 1], missed: 0, counted: false });
  expect(total).toBe(3);
  expect(finishes.map(({ outcome, percent }) => [outcome, percent])).toEqual([
    [1, 67],
    [2, 0],
    [3, 33],
    [0, 0],
  ]);
  expect(finishesOf({ found: [0, 0, 0], missed: 0, counted: false }).finishes[0]?.percent).toBe(0);
});

describe('the panel', () => {
  const shown = (found: number, day = today()): void => {
    const session = { puzzle: at(day), found, done: true } as unknown as PuzzleSession;
    render(Others, { props: { session } });
  };

  it('has a bar for each way, and one’s own is marked', async () => {
    shown(2);
    await screen.findByRole('heading', { name: 'How others did' });
    screen.getByText('100 players');
    const rows = [...document.querySelectorAll('.way')];
    expect(rows.map((row) => row.textContent?.replace(/\s+/g, ' ').trim())).toEqual([
      '1 try 23%',
      '2 tries (you) 18%',
      '3 tries 14%',
      'not found 45%',
    ]);
    expect(rows.map((row) => row.classList.contains('mine'))).toEqual([false, true, false, false]);
  });

  it('marks that one has not found it', async () => {
    shown(0, later(today(), -1));
    await screen.findByText('not found', { exact: false });
    expect(document.querySelector('.mine')?.textContent).toContain('not found');
  });

  it.each([
    ['nobody else has finished it', { found: [1, 0, 0], missed: 0, counted: true }, 200],
    ['the server does not answer', { code: 'unavailable', rule: '', text: '' }, 503],
  ])('is not there while %s', async (_, body, status) => {
    answers(body, status);
    shown(1);
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    await new Promise((done) => setTimeout(done));
    expect(document.querySelector('section')).toBeNull();
  });
});
