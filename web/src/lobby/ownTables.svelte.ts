/** Polls the state of one's own tables for the home page: on servers, and on this device. */
import type { PastGame } from '../local/kept';
import { followTurns } from '../notify/turn.svelte';
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
/** How many games that were played here are listed. */
const PAST_SHOWN = 8;

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
async function own(): Promise<{ running: Running[]; past: PastGame[] }> {
  if (!('indexedDB' in globalThis)) return { running: [], past: [] };
  const { running, past } = await import('../local/kept');
  const [tables, games] = await Promise.all([running(), past()]);
  return {
    running: tables.map(({ seat, table }) => ({ place: { code: table.code, seat }, table })),
    past: games.slice(0, PAST_SHOWN),
  };
}

/** Poll one's tables as long as the home page is shown; finished ones are left out. */
export function pollOwnTables(): { readonly tables: Running[]; readonly past: PastGame[] } {
  let here = $state.raw<{ running: Running[]; past: PastGame[] }>({ running: [], past: [] });
  let there = $state.raw<Running[]>([]);

  async function refresh(): Promise<void> {
    void own().then(
      (found) => (here = found),
      () => undefined,
    );
    const found = await Promise.all(stored.seats.slice(0, LOOKED_AT).map(look));
    there = found.filter((one): one is Running => one !== null && one.table.phase !== 'over');
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
    return () => clearInterval(timer);
  });
  return {
    get tables() {
      return [...here.running, ...there];
    },
    get past() {
      return here.past;
    },
  };
}
