import { beforeEach, expect, it } from 'vitest';
import type { FinishedGame } from './replays';
import type { KeptTable } from './state';
import { CarefulStore } from './store';
import { MemoryStore } from './testing/device';

const FULL = new DOMException('full', 'QuotaExceededError');
const table = (number: number, code = 'LOCAL-A') => ({ code, number }) as KeptTable;
const game = (number: number) => ({ id: `LOCAL-A.${number}`, at: number }) as FinishedGame;

/** A database whose writes end when they are told to, as it may be slow. */
class SlowStore extends MemoryStore {
  private readonly begun: (() => void)[] = [];

  override async save(one: KeptTable, finished: FinishedGame | null): Promise<void> {
    await new Promise<void>((go) => this.begun.push(go));
    await super.save(one, finished);
  }

  /** Let the write that began last end, while `work` is not done. */
  async until(work: Promise<unknown>): Promise<void> {
    let done = false;
    void work.finally(() => (done = true));
    while (!done) {
      this.begun.pop()?.();
      await Promise.resolve();
    }
  }
}

let slow: SlowStore;
let said: string[];
let store: CarefulStore;
beforeEach(() => {
  slow = new SlowStore();
  said = [];
  store = new CarefulStore(slow, (what) => said.push(what));
});

it('never overwrites a table with an older one', async () => {
  const saves = [store.save(table(1), null), store.save(table(2), null)];
  await slow.until(Promise.all(saves));
  expect(slow.tablesKept.get('LOCAL-A')?.number).toBe(2);
});

it('keeps a game in memory that ended while an earlier save was going on', async () => {
  const first = store.save(table(1), null);
  const second = store.save(table(1), game(1));
  await slow.until(first);
  slow.failing = FULL;
  await slow.until(second);
  expect(said).toEqual(['full']);
  expect(slow.gamesKept.size).toBe(0);
  expect(await store.game('LOCAL-A.1')).toEqual(game(1));
  slow.failing = null;
  await slow.until(store.save(table(2), game(2)));
  expect([...slow.gamesKept.keys()]).toEqual(['LOCAL-A.1', 'LOCAL-A.2']);
  expect(await store.games()).toEqual([game(1), game(2)]);
});

it('reads a table as it was saved last', async () => {
  const saving = store.save(table(3), null);
  const read = store.table('LOCAL-A');
  await slow.until(saving);
  expect((await read)?.number).toBe(3);
});

it('does not bring back a table that was deleted meanwhile', async () => {
  const saving = store.save(table(1), game(1));
  await slow.until(Promise.all([saving, store.erase('LOCAL-A')]));
  expect([slow.tablesKept.size, slow.gamesKept.size]).toEqual([0, 0]);
});
