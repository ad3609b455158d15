/** The database of one's games in this browser; nothing of it is ever sent anywhere. */
import { isTime, type KeptGame } from './game';

const NAME = 'hexade-stats';
const VERSION = 1;
const GAMES = 'games';
/** What all games together may take, in bytes of JSON. */
export const MOST_BYTES = 5_000_000;

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error('the database failed'));
  });

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(GAMES, { keyPath: 'id' });
  };
  const database = await asked(request);
  database.onversionchange = () => database.close();
  return database;
}

async function within<T>(
  mode: IDBTransactionMode,
  work: (games: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction(GAMES, mode);
    const done = new Promise<void>((complete, failed) => {
      transaction.oncomplete = () => complete();
      transaction.onerror = transaction.onabort = () =>
        failed(transaction.error ?? new Error('the database failed'));
    });
    const [found] = await Promise.all([work(transaction.objectStore(GAMES)), done]);
    return found;
  } finally {
    database.close();
  }
}

/** Read all games; fails where the browser blocks its storage. */
export async function readGames(): Promise<KeptGame[]> {
  const found = await within('readonly', (games) =>
    asked(games.getAll() as IDBRequest<KeptGame[]>),
  );
  return found.filter(({ at }) => isTime(at)); // a file may have brought in anything
}

/** Write some games, over those with the same ids. */
export const writeGames = (some: readonly KeptGame[]): Promise<void> =>
  within('readwrite', async (games) => {
    await Promise.all(some.map((game) => asked(games.put(game))));
  });

/** Delete all games, or none if that fails; it waits for no other tab. */
export const clearGames = (): Promise<void> =>
  within('readwrite', async (games) => void (await asked(games.clear())));

/** Delete the database. */
export async function deleteGames(): Promise<void> {
  await asked(indexedDB.deleteDatabase(NAME));
}

/** How much room games take, in bytes of JSON. */
export const sizeOf = (games: readonly KeptGame[]): number =>
  games.reduce((sum, game) => sum + JSON.stringify(game).length, 0);

function thinned(game: KeptGame): KeptGame {
  const result = { ...game };
  delete result.mosaic;
  delete result.colours;
  delete result.best;
  return result;
}

/**
 * Return the games that must lose their details so that all fit: the oldest first. Results stay.
 */
export function tooMuch(games: readonly KeptGame[], most = MOST_BYTES): KeptGame[] {
  let size = sizeOf(games);
  const changed: KeptGame[] = [];
  for (const game of games.toSorted((one, other) => one.at - other.at)) {
    if (size <= most) break;
    const thin = thinned(game);
    const saved = sizeOf([game]) - sizeOf([thin]);
    if (!saved) continue;
    size -= saved;
    changed.push(thin);
  }
  return changed;
}
