import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { hush, spoken } from '../kit/announce.svelte';
import type { TableState } from '../wire/messages';
import { Table } from '../wire/table.svelte';
import { later, today } from './dates';
import { progress } from './progress.svelte';
import { puzzleGames } from './puzzles';
import WarmUp from './WarmUp.svelte';
import WarmUpCard from './WarmUpCard.svelte';
import { last, pickWarmUp, type Picked } from './warmUp';

// The position itself is for tests in a browser.
vi.mock('./session.svelte', () => ({
  PuzzleSession: class {
    tries = [];
    open = (): Promise<void> => Promise.resolve();
  },
}));

beforeEach(() => {
  localStorage.clear();
  Object.assign(progress, { tries: {}, days: [], sent: [] });
  Object.assign(last, { game: '', day: '' });
  hush();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const [own = '', other = ''] = puzzleGames;

describe('a warm-up', () => {
  it('is a puzzle of the past, never today’s or yesterday’s', () => {
    for (let n = 0; n < 1; n += 0.01) {
      const day = pickWarmUp(own, () => n)?.day ?? today();
      expect(day < later(today(), -1)).toBe(true);
    }
  });

  it('is of the table’s own game, or of any that has puzzles', () => {
    expect(pickWarmUp(other)?.game).toBe(other);
    expect(pickWarmUp('none', () => 0)?.game).toBe(own);
    expect(pickWarmUp('none', () => 0.99)?.game).toBe(puzzleGames.at(-1));
  });

  const all = Array.from({ length: 56 }, (_, n) => n);
  const tried = (days: number[]): void => {
    const keys = days.map((n) => `${own} ${later(today(), -2 - n)} 1.1`);
    progress.tries = Object.fromEntries(
      keys.map((key) => [key, [{ move: 'a', answer: 'no' as const, hint: null }]]),
    );
  };

  it('is one that was never tried, as long as there is one', () => {
    tried(all.filter((n) => n !== 30));
    expect(pickWarmUp(own)?.day).toBe(later(today(), -32));
    tried(all);
    expect(pickWarmUp(own)).not.toBeNull();
  });

  it('is never the same twice running, even when all were tried', () => {
    tried(all.filter((n) => n !== 30 && n !== 31));
    const two = [pickWarmUp(own)?.day, pickWarmUp(own)?.day].sort();
    expect(two).toEqual([later(today(), -33), later(today(), -32)]);
    tried(all);
    const first = pickWarmUp(own, () => 0)?.day;
    expect(pickWarmUp(own, () => 0)?.day).not.toBe(first);
    tried(all.filter((n) => n !== 30));
    expect(pickWarmUp(own)?.day).toBe(later(today(), -32));
    expect(pickWarmUp(own)?.day).not.toBe(later(today(), -32));
  });

  const dayOf = (start: Mock): string => (start.mock.lastCall?.[0] as Picked).day;
  const press = (): Promise<boolean> => fireEvent.click(screen.getByRole('button'));

  it('begins at its card, which has another one when one comes back', async () => {
    const start = vi.fn(() => Promise.resolve());
    tried(all.filter((n) => n > 1));
    render(WarmUpCard, { props: { game: own, start } });
    await fireEvent.click(screen.getByRole('button', { name: 'Warm up' }));
    expect(start).toHaveBeenCalledWith({ game: own, day: expect.any(String) as string });
    const first = dayOf(start);
    cleanup();
    render(WarmUpCard, { props: { game: own, start } });
    await press();
    expect(dayOf(start)).not.toBe(first);
  });

  it('stays the same on its card whatever is tried in another tab', async () => {
    const start = vi.fn(() => Promise.resolve());
    render(WarmUpCard, { props: { game: own, start } });
    const { day } = last;
    tried(all);
    await tick();
    await press();
    expect(dayOf(start)).toBe(day);
  });

  it('is opened once, and its card says that it is on its way', async () => {
    let open = (): void => undefined;
    const start = vi.fn(() => new Promise<void>((done) => (open = done)));
    render(WarmUpCard, { props: { game: own, start } });
    await press();
    await press();
    expect(start).toHaveBeenCalledTimes(1);
    screen.getByRole('button', { name: /^Setting up/, busy: true });
    open();
    await screen.findByRole('button', { name: 'Warm up' });
  });
});

describe('the table', () => {
  const seats = (...names: string[]): TableState['seats'] =>
    names.map((name) => ({ name, avatar: '', here: true }));
  const state = (phase: TableState['phase'], ...names: string[]): TableState => ({
    code: 'ABCDEF',
    phase,
    agreed: { game: own, seats: names.length } as TableState['agreed'],
    seats: seats(...names),
    game: 0,
    watchers: 0,
  });
  const silent = { onopen: null, onmessage: null, onclose: null, send: vi.fn(), close: vi.fn() };

  function opened(now = state('waiting', 'Ada', '')): {
    back: () => void;
    tell: (now: TableState) => void;
  } {
    vi.useFakeTimers();
    const table = new Table('ABCDEF', 'token', () => ({ ...silent }));
    const tell = (now: TableState): void => {
      table.known = { ...table.known, seat: 0, table: now };
    };
    tell(now);
    const back = vi.fn();
    const first = { game: own, day: '2026-11-16' };
    render(WarmUp, { props: { table, first, left: seats('Ada', ''), back } });
    return { back, tell };
  }

  it('calls back when the game starts: said at once, done after three seconds', async () => {
    const { back, tell } = opened();
    expect(screen.queryByRole('button', { name: /starting/ })).toBeNull();
    tell(state('playing', 'Ada', 'Ben'));
    await vi.advanceTimersByTimeAsync(0);
    screen.getByRole('button', { name: /^Your table is starting/ });
    expect(spoken.urgent).toBe('Your table is starting');
    await vi.advanceTimersByTimeAsync(2900);
    expect(back).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(back).toHaveBeenCalledTimes(1);
  });

  it('calls back when somebody sits down, or sooner if the game starts then', async () => {
    const { back, tell } = opened();
    tell(state('waiting', 'Ada', 'Ben'));
    await vi.advanceTimersByTimeAsync(1000);
    screen.getByRole('button', { name: /^Ben sat down\./ });
    tell(state('playing', 'Ada', 'Ben'));
    await vi.advanceTimersByTimeAsync(0);
    expect(spoken.urgent).toBe('Your table is starting');
    await vi.advanceTimersByTimeAsync(2100);
    expect(back).toHaveBeenCalledTimes(1);
  });

  it('calls back at once when somebody sat down before the puzzle was there', async () => {
    opened(state('waiting', 'Ada', 'Ben'));
    await vi.advanceTimersByTimeAsync(0);
    screen.getByRole('button', { name: /^Ben sat down\./ });
  });

  it('is a tap away, before and after it calls', async () => {
    const { back, tell } = opened();
    tell(state('waiting', 'Ada', 'Ben'));
    await vi.advanceTimersByTimeAsync(0);
    screen.getByRole('button', { name: /^Ben sat down\./ }).click();
    expect(back).toHaveBeenCalledTimes(1);
  });

  it('does not call for a bot, or for somebody who leaves', async () => {
    const { back, tell } = opened();
    const bot = { name: 'Pip', avatar: '', here: true, bot: 'level1' };
    tell({ ...state('waiting', 'Ada', ''), seats: [...seats('Ada'), bot] });
    await vi.advanceTimersByTimeAsync(5000);
    tell(state('waiting', 'Ada', ''));
    await vi.advanceTimersByTimeAsync(5000);
    expect(back).not.toHaveBeenCalled();
  });
});
