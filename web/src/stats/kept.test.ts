import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptGame } from './game';

const base = vi.hoisted(() => ({ games: [] as unknown[], refuses: false }));
vi.mock('./store', () => ({
  readGames: () => Promise.resolve([...base.games]),
  writeGames: (some: KeptGame[]) => {
    const ids = some.map(({ id }) => id);
    const others = (base.games as KeptGame[]).filter(({ id }) => !ids.includes(id));
    base.games = [...others, ...some];
    return Promise.resolve();
  },
  clearGames: () => {
    if (base.refuses) return Promise.reject(new Error('busy'));
    base.games = [];
    return Promise.resolve();
  },
  tooMuch: () => [],
}));

const made = (id: string, at = 1, points = [9]): KeptGame => ({
  id,
  at,
  game: 'toy',
  variant: 'solo',
  players: [{ name: 'Ada', avatar: 'fox', bot: null }],
  me: 0,
  ranks: [1],
  points,
});

type Part = typeof import('./kept.svelte');
const opened = async (): Promise<Part> => {
  vi.resetModules();
  return import('./kept.svelte');
};

beforeEach(() => {
  localStorage.clear();
  Object.assign(base, { games: [], refuses: false });
});

describe('forgetting all games', () => {
  it('empties the database and what was made of it', async () => {
    const { kept, played } = await opened();
    await kept.keep([made('A.1')]);
    expect(played.digest.count).toBe(1);
    expect(await kept.forget()).toBe(true);
    expect([kept.games, base.games, played.digest.count]).toEqual([[], [], 0]);
  });

  it('says that it failed, and then nothing is forgotten', async () => {
    const { kept, played } = await opened();
    await kept.keep([made('A.1')]);
    base.refuses = true;
    expect(await kept.forget()).toBe(false);
    expect([kept.games?.length, base.games.length, played.digest.count]).toEqual([1, 1, 1]);
  });
});
