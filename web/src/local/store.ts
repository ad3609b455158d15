/** What this device keeps of its tables: IndexedDB, and memory where that fails. */
import type { FinishedGame } from './replays';
import type { KeptTable } from './state';

const NAME = 'hexade';
const VERSION = 1;
const TABLES = 'tables';
const GAMES = 'games';

/** Where tables and finished games are kept. */
export interface Store {
  table(code: string): Promise<KeptTable | undefined>;
  game(id: string): Promise<FinishedGame | undefined>;
  tables(): Promise<KeptTable[]>;
  games(): Promise<FinishedGame[]>;
  /** Keep a finished game alone, such as one that was not played at a table of this device. */
  keep(game: FinishedGame): Promise<void>;
  /** Keep a table and, if one has just ended, its game: both or neither. */
  save(table: KeptTable, finished: FinishedGame | null): Promise<void>;
  /** Delete a table with all its games. */
  erase(code: string): Promise<void>;
}

/** Why nothing could be kept: the device is full, or its database does not work. */
export type StoreTrouble = 'full' | 'broken';

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error('the database failed'));
  });

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(TABLES, { keyPath: 'code' });
    request.result.createObjectStore(GAMES, { keyPath: 'id' });
  };
  return new Promise((done, failed) => {
    request.onblocked = () => failed(new Error('the database is blocked'));
    asked(request).then((database) => {
      // Another tab deletes everything: it must not wait for us.
      database.onversionchange = () => database.close();
      done(database);
    }, failed);
  });
}

/** The games of a table: their ids are its code, a dot and a number. */
const gamesOf = (code: string): IDBKeyRange => IDBKeyRange.bound(`${code}.`, `${code}/`);

/** The browser's database; each call opens it, so that nobody has to wait for us to close it. */
export class Database implements Store {
  private async within<T>(
    mode: IDBTransactionMode,
    work: (tables: IDBObjectStore, games: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    const database = await open();
    try {
      const transaction = database.transaction([TABLES, GAMES], mode, { durability: 'relaxed' });
      const done = new Promise<void>((complete, failed) => {
        transaction.oncomplete = () => complete();
        transaction.onerror = transaction.onabort = () =>
          failed(transaction.error ?? new Error('the database failed'));
      });
      const [found] = await Promise.all([
        work(transaction.objectStore(TABLES), transaction.objectStore(GAMES)),
        done,
      ]);
      return found;
    } finally {
      database.close();
    }
  }

  table(code: string): Promise<KeptTable | undefined> {
    return this.within('readonly', (tables) => asked(tables.get(code)));
  }

  game(id: string): Promise<FinishedGame | undefined> {
    return this.within('readonly', (_, games) => asked(games.get(id)));
  }

  tables(): Promise<KeptTable[]> {
    return this.within('readonly', (tables) => asked(tables.getAll()));
  }

  games(): Promise<FinishedGame[]> {
    return this.within('readonly', (_, games) => asked(games.getAll()));
  }

  save(table: KeptTable, finished: FinishedGame | null): Promise<void> {
    return this.within('readwrite', async (tables, games) => {
      await Promise.all([
        asked(tables.put(table)),
        ...(finished ? [asked(games.put(finished))] : []),
      ]);
    });
  }

  keep(game: FinishedGame): Promise<void> {
    return this.within('readwrite', async (_, games) => void (await asked(games.put(game))));
  }

  erase(code: string): Promise<void> {
    return this.within('readwrite', async (tables, games) => {
      await Promise.all([asked(tables.delete(code)), asked(games.delete(gamesOf(code)))]);
    });
  }
}

/** Forget all tables and games of this device. */
export async function deleteDatabase(): Promise<void> {
  await asked(indexedDB.deleteDatabase(NAME));
}

const troubleOf = (error: unknown): StoreTrouble =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'broken';

/**
 * Keeps what the database refuses in memory, as long as the page is open, and says so: a game that
 * is over can still be looked at, and its record downloaded.
 */
export class CarefulStore implements Store {
  private readonly unsavedTables = new Map<string, KeptTable>();
  private readonly unsavedGames = new Map<string, FinishedGame>();
  private last = Promise.resolve();

  constructor(
    private readonly kept: Store,
    private readonly trouble: (what: StoreTrouble) => void,
  ) {}

  /** One change after the other, as callers need not wait: no table overwrites a newer one. */
  private after(work: () => Promise<void>): Promise<void> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  private async read<T>(found: T | undefined, ask: () => Promise<T>): Promise<T | undefined> {
    return found ?? ask().catch(() => undefined);
  }

  async table(code: string): Promise<KeptTable | undefined> {
    await this.last; // else an older one would be read
    return this.read(
      this.unsavedTables.get(code),
      () => this.kept.table(code) as Promise<KeptTable>,
    );
  }

  game(id: string): Promise<FinishedGame | undefined> {
    return this.read(this.unsavedGames.get(id), () => this.kept.game(id) as Promise<FinishedGame>);
  }

  async tables(): Promise<KeptTable[]> {
    await this.last;
    const all = await this.kept.tables().catch(() => []);
    return [
      ...all.filter(({ code }) => !this.unsavedTables.has(code)),
      ...this.unsavedTables.values(),
    ];
  }

  async games(): Promise<FinishedGame[]> {
    const all = await this.kept.games().catch(() => []);
    return [...all.filter(({ id }) => !this.unsavedGames.has(id)), ...this.unsavedGames.values()];
  }

  save(table: KeptTable, finished: FinishedGame | null): Promise<void> {
    const before = [...this.unsavedGames.keys()];
    if (finished) this.unsavedGames.set(finished.id, finished);
    return this.after(() => this.write(table, finished, before));
  }

  private async write(
    table: KeptTable,
    finished: FinishedGame | null,
    before: string[],
  ): Promise<void> {
    try {
      // What could not be kept before comes first: no finished game is lost if there is room again.
      for (const id of before) {
        const game = this.unsavedGames.get(id);
        if (game && id !== finished?.id) await this.written(this.kept.keep(game), game);
      }
      await this.written(this.kept.save(table, finished), finished);
      this.unsavedTables.delete(table.code);
    } catch (error) {
      this.unsavedTables.set(table.code, table);
      this.trouble(troubleOf(error));
    }
  }

  /** Wait until a game is written: it need not be in memory then, unless it has changed since. */
  private async written(writing: Promise<void>, game: FinishedGame | null): Promise<void> {
    await writing;
    if (game && this.unsavedGames.get(game.id) === game) this.unsavedGames.delete(game.id);
  }

  async keep(game: FinishedGame): Promise<void> {
    try {
      await this.kept.keep(game);
    } catch (error) {
      this.unsavedGames.set(game.id, game);
      this.trouble(troubleOf(error));
    }
  }

  erase(code: string): Promise<void> {
    return this.after(async () => {
      this.unsavedTables.delete(code);
      for (const id of this.unsavedGames.keys())
        if (id.startsWith(`${code}.`)) this.unsavedGames.delete(id);
      await this.kept.erase(code).catch((error: unknown) => this.trouble(troubleOf(error)));
    });
  }
}
