/** Polls the state of one's own tables for the home page. */
import { ApiError, glance } from '../wire/http';
import type { Glance } from '../wire/messages';
import { forgetSeat, stored } from '../wire/storage.svelte';
import type { SavedSeat } from '../wire/storage.svelte';

export interface Running {
  place: SavedSeat;
  table: Glance;
}

const LOOKED_AT = 8;
const EVERY_MS = 15_000;

async function look(place: SavedSeat): Promise<Running | null> {
  try {
    return { place, table: await glance(place.code) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) forgetSeat(place.code);
    return null;
  }
}

/** Poll one's tables as long as the home page is shown; finished ones are left out. */
export function pollOwnTables(): { readonly tables: Running[] } {
  let tables = $state.raw<Running[]>([]);

  async function refresh(): Promise<void> {
    const found = await Promise.all(stored.seats.slice(0, LOOKED_AT).map(look));
    tables = found.filter((one): one is Running => one !== null && one.table.phase !== 'over');
  }
  $effect(() => {
    void refresh();
    const timer = setInterval(() => void refresh(), EVERY_MS);
    return () => clearInterval(timer);
  });
  return {
    get tables() {
      return tables;
    },
  };
}
