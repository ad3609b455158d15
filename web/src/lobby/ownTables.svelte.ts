/** Polls the state of one's own tables for the home page: on servers, and on this device. */
import { followTurns } from '../notify/turn.svelte';
import { isForgotten } from '../stats/forgotten';
import { kept } from '../stats/kept.svelte';
import { namesOf } from '../table/names';
import { ApiError, glance } from '../wire/http';
import type { Glance } from '../wire/messages';
import { forgetSeat, stored } from '../wire/storage.svelte';
import type { SavedSeat } from '../wire/storage.svelte';

export interface Running {
  place: Pick<SavedSeat, 'code' | 'seat'>;
  table: Glance;
}

const LOOKED_AT = 8;
const EVERY_MS = 15_000;
/** Then the page is shown with what is known. */
const PATIENCE_MS = 300;

async function look(place: SavedSeat): Promise<Running | null> {
  try {
    return { place, table: await glance(place.code) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) forgetSeat(place.code);
    return null;
  }
}

const isBots = (table: Glance, seat: number): boolean => Boolean(table.seats[seat]?.stand_in);

/** The tables of this device; nothing of a game is loaded for it. */
async function own(): Promise<Running[]> {
  if (!('indexedDB' in globalThis)) return [];
  const { past, running } = await import('../local/savedTables');
  const tables = await running();
  // What cannot be read now is kept the next time.
  void past(stored.me.name).then(
    (games) => kept.addOlder(games),
    () => undefined,
  );
  return tables.map(({ seat, table }) => ({ place: { code: table.code, seat }, table }));
}

export interface OwnTables {
  /** Those whose game is not over, and on servers those that ended while one was away. */
  readonly tables: Running[];
  /** Whether it is known which there are, or has taken too long. */
  readonly ready: boolean;
  /** Tables whose state the server has not told yet: their place is kept. */
  readonly coming: number;
}

/** Poll one's tables as long as the home page is shown. */
export function pollOwnTables(): OwnTables {
  let here = $state.raw<Running[]>([]);
  let there = $state.raw<Running[]>([]);
  let ready = $state(false);
  let coming = $state(Math.min(LOOKED_AT, stored.seats.length));

  /** A game that is over, and whose result this browser does not have. */
  async function isNews({ table }: Running): Promise<boolean> {
    if (table.phase !== 'over') return table.phase !== 'closed';
    const games = await kept.read();
    const which = `${table.code}.${table.game}`;
    return !isForgotten(which) && !games.some(({ id }) => id === which);
  }

  async function refresh(): Promise<void> {
    const nearby = own().then(
      (found) => (here = found),
      () => undefined,
    );
    const found = await Promise.all(stored.seats.slice(0, LOOKED_AT).map(look));
    const seen = found.filter((one) => one !== null);
    const news = await Promise.all(seen.map(isNews));
    there = seen.filter((_, n) => news[n]);
    coming = 0;
    await nearby;
    ready = true;
  }
  followTurns(() =>
    there
      .filter(
        ({ place, table }) => table.waiting.includes(place.seat) && !isBots(table, place.seat),
      )
      .map(({ place, table }) => ({
        code: table.code,
        names: namesOf(table.seats)
          .filter((_, n) => n !== place.seat && table.seats[n]?.name)
          .join(', '),
      })),
  );
  $effect(() => {
    void refresh();
    const timer = setInterval(() => void refresh(), EVERY_MS);
    const late = setTimeout(() => (ready = true), PATIENCE_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(late);
    };
  });
  return {
    get tables() {
      return [...here, ...there];
    },
    get ready() {
      return ready;
    },
    get coming() {
      return coming;
    },
  };
}
