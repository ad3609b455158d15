import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addTry, progress } from './progress.svelte';
import { PuzzleSession } from './session.svelte';
import { titlesOf } from './titles';

const pose = vi.hoisted(() => vi.fn());
vi.mock('../games', () => ({
  pageOf: () => Promise.resolve({ name: 'toy' }),
  homeOf: (game: string) =>
    game === 'toy'
      ? Promise.resolve({ cards: [{ title: 'game.toy' }] })
      : Promise.reject(new Error('away')),
}));
vi.mock('../wire/http', () => ({ infoOf: () => Promise.resolve({ game: 'toy' }) }));
vi.mock('../wire/local', () => ({ isAble: () => true, device: () => Promise.resolve({ pose }) }));
vi.mock('./puzzles', async (original) => ({
  ...(await original<object>()),
  puzzleOf: (game: string, day: string) =>
    Promise.resolve({
      game,
      day,
      id: '1.1',
      best: 10,
      tempting: 20,
      near: '1=2.',
      exact: {},
      values: '_AA',
    }),
}));

const POSED = {
  agreed: { game: 'toy', seats: 2 },
  seat: 0,
  now: { v: 1, legal: ['a', 'b', 'c'] },
  moves: [10, 20, 30],
  events: [],
};
const DAY = '2026-11-17';
const opened = async (): Promise<PuzzleSession> => {
  const session = new PuzzleSession();
  await session.open('toy', DAY);
  return session;
};

beforeEach(() => {
  localStorage.clear();
  Object.assign(progress, { tries: {}, days: [] });
  pose
    .mockReset()
    .mockImplementation(({ moves }: { moves: number[] }) =>
      Promise.resolve({ ...POSED, shown: moves.map((move) => ({ move })) }),
    );
});

describe('a puzzle', () => {
  it('shows the other seat with the face of its bot', async () => {
    const [, rival] = (await opened()).table?.seats ?? [];
    expect(rival?.avatar).toBe('chipmunk');
  });

  it('says how often a try wins, and the best move', async () => {
    const session = await opened();
    expect(session.wins({ move: 'b', answer: 'no', hint: null })).toEqual({ p: 0, q: 100 });
    expect(session.wins({ move: 'a', answer: 'found', hint: null })).toEqual({ p: 100, q: 100 });
    expect(session.wins({ move: 'gone', answer: 'no', hint: null })).toBeNull();
  });

  it('says when a try is repeated, until the next try or another puzzle', async () => {
    const session = await opened();
    expect(session.attempt('b')?.answer).toBe('no');
    expect(session.repeated).toBe(false);
    expect(session.attempt('b')).toBeNull();
    expect(session.repeated).toBe(true);
    expect((await opened()).repeated).toBe(false);
    expect(session.attempt('a')?.answer).toBe('found');
    expect(session.repeated).toBe(false);
  });

  it('knows which try is news: one made here, and none when it is opened again', async () => {
    const session = await opened();
    expect(session.fresh).toBeNull();
    session.attempt('b');
    expect(session.fresh).toBe(0);
    session.attempt('b'); // once more
    expect(session.fresh).toBe(0);
    session.attempt('a');
    expect([session.fresh, session.done]).toEqual([1, true]);
    const again = await opened();
    expect([again.fresh, again.done]).toEqual([null, true]);
  });

  it('that is finished is shown without one’s first try if that cannot be loaded', async () => {
    const failing = vi.spyOn(console, 'error').mockReturnValue();
    const pass = pose.getMockImplementation() as (wish: { moves: number[] }) => Promise<unknown>;
    pose.mockImplementation((wish: { moves: number[] }) =>
      wish.moves.length > 2 ? Promise.reject(new Error('away')) : pass(wish),
    );
    const session = await opened();
    session.attempt('c');
    session.attempt('a');
    await vi.waitFor(() => expect(failing).toHaveBeenCalledTimes(1));
    const again = await opened();
    expect(failing).toHaveBeenCalledTimes(2);
    for (const one of [session, again])
      expect([one.done, one.trouble, one.choices]).toEqual([true, null, ['best', 'tempting']]);
    failing.mockRestore();
  });

  it('that is a warm-up is kept nowhere, and goes on as often as one likes', async () => {
    addTry({ game: 'toy', day: DAY, id: '1.1' }, { move: 'a', answer: 'found', hint: null });
    const before = localStorage.getItem('hexade.daily');
    const warm = async (): Promise<PuzzleSession> => {
      const session = new PuzzleSession(false);
      await session.open('toy', DAY);
      return session;
    };
    const session = await warm();
    expect([session.done, session.tries]).toEqual([false, []]); // it was found when it counted
    expect(session.attempt('b')?.answer).toBe('no');
    expect(session.attempt('b')).toBeNull();
    expect(session.attempt('a')?.answer).toBe('found');
    expect([session.done, session.found]).toEqual([true, 2]);
    expect((await warm()).tries).toEqual([]);
    expect(localStorage.getItem('hexade.daily')).toBe(before);
  });

  it('does not need the titles of other games', async () => {
    expect(await titlesOf(['toy', 'other'])).toEqual({ toy: 'game.toy' });
  });
});
