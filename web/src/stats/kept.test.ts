import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptGame } from './game';

const base = vi.hoisted(() => ({ games: [] as unknown[], refuses: false, busy: null as unknown }));
vi.mock('./store', () => ({
  readGames: () => Promise.resolve([...base.games]),
  writeGames: async (some: KeptGame[]) => {
    await base.busy;
    const ids = some.map(({ id }) => id);
    const others = (base.games as KeptGame[]).filter(({ id }) => !ids.includes(id));
    base.games = [...others, ...some];
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
  Object.assign(base, { games: [], refuses: false, busy: null });
});

describe('a game that is finished here', () => {
  it('has the browser asked to keep it, once it is stored', async () => {
    const persist = vi.fn(() => Promise.resolve(base.games.length > 0));
    vi.stubGlobal('navigator', { storage: { persisted: () => Promise.resolve(false), persist } });
    vi.stubGlobal('CSS', { supports: () => false }); // not Firefox
    const { kept } = await opened();
    await kept.keep([made('A.1')]); // brought in by a file
    expect(persist).not.toHaveBeenCalled();
    await kept.add(made('B.1'));
    await vi.waitFor(() => expect(persist).toHaveBeenCalledTimes(1));
    expect(base.games).toHaveLength(2);
    vi.unstubAllGlobals();
  });
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
    await kept.addOlder([made('B.1')]);
    expect(kept.games).toHaveLength(2); // it was not forgotten
  });

  it('lasts: what ended before does not come back by itself, in the next visit neither', async () => {
    const { kept } = await opened();
    await kept.keep([made('A.1')]);
    await kept.forget();
    const { kept: later } = await opened();
    await later.addOlder([made('A.1'), made('B.1')]);
    await later.add(made('A.1', Date.now() + 1)); // its table is opened again
    expect(later.games).toEqual([]);
    await later.addOlder([made('C.1', Date.now() + 1)]);
    await later.add(made('D.1', Date.now() + 1));
    expect(later.games?.map(({ id }) => id)).toEqual(['C.1', 'D.1']);
  });

  it('does not keep a file from bringing them back', async () => {
    const { kept } = await opened();
    await kept.keep([made('A.1')]);
    await kept.forget();
    await kept.keep([made('A.1')]);
    expect(kept.games).toHaveLength(1);
  });
});

it('a game that is opened again later keeps the time when it ended', async () => {
  const { kept } = await opened();
  await kept.addOlder([made('A.1', 5, [])]);
  await kept.add(made('A.1', 1000));
  expect(kept.games).toEqual([made('A.1', 5)]);
});

describe('games that come in', () => {
  it('are shown when they are stored, not before', async () => {
    const { kept, played } = await opened();
    let write = (): void => undefined;
    base.busy = new Promise<void>((done) => (write = done));
    const keeping = kept.keep([made('A.1')]);
    await kept.read();
    await new Promise((later) => setTimeout(later));
    expect([kept.games, played.digest.count]).toEqual([[], 0]);
    write();
    await keeping;
    expect([kept.games?.length, base.games.length, played.digest.count]).toEqual([1, 1, 1]);
  });

  it('at the same time are all kept, and can be noted at once', async () => {
    const { kept } = await opened();
    void kept.add(made('A.1'));
    void kept.add(made('B.1'));
    await kept.note('A.1', () => 90);
    expect(kept.games).toEqual([made('B.1'), { ...made('A.1'), accuracy: 90 }]);
    expect(base.games).toEqual(kept.games);
  });
});
