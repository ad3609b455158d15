import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hush, spoken } from '../kit/announce.svelte';
import type { TableState } from '../wire/messages';
import { Table } from '../wire/table.svelte';
import { later, today } from './dates';
import { progress } from './progress.svelte';
import { puzzleGames } from './puzzles';
import WarmUp from './WarmUp.svelte';
import WarmUpCard from './WarmUpCard.svelte';
import { pickWarmUp } from './warmUp';

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

  it('is one that was never tried, as long as there is one', () => {
    const tried = (days: number[]): void => {
      const keys = days.map((n) => `${own} ${later(today(), -2 - n)} 1.1`);
      progress.tries = Object.fromEntries(
        keys.map((key) => [key, [{ move: 'a', answer: 'no' as const, hint: null }]]),
      );
    };
    const all = Array.from({ length: 56 }, (_, n) => n);
    tried(all.filter((n) => n !== 30));
    expect(pickWarmUp(own)?.day).toBe(later(today(), -32));
    tried(all.filter((n) => n !== 30 && n !== 31));
    expect(pickWarmUp(own, Math.random, later(today(), -32))?.day).toBe(later(today(), -33));
    tried(all);
    expect(pickWarmUp(own)).not.toBeNull();
  });

  it('begins at its card', async () => {
    const start = vi.fn();
    render(WarmUpCard, { props: { game: own, start } });
    await fireEvent.click(screen.getByRole('button', { name: 'Warm up' }));
    expect(start).toHaveBeenCalledWith({ game: own, day: expect.any(String) as string });
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
