import { beforeEach, describe, expect, it, vi } from 'vitest';
import { progress } from './progress.svelte';
import { PuzzleSession } from './session.svelte';

const pose = vi.hoisted(() => vi.fn());
vi.mock('../games', () => ({ pageOf: () => Promise.resolve({ name: 'toy' }) }));
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
});
