/** Keeps a game in this browser when it ends. */
import type { GamePage } from '../games/contract';
import type { Known } from '../wire/fold';
import { isShared } from '../wire/local';
import { stored } from '../wire/storage.svelte';
import { keptFrom } from './game';
import { kept } from './kept.svelte';

/** One's own seat: where people share the device, that of whoever has one's name. */
function ownSeat({ table, seat }: Known): number | null {
  if (!table || !isShared(table)) return seat;
  const found = table.seats.findIndex(({ name, bot }) => !bot && name === stored.me.name);
  return found < 0 ? null : found;
}

/** Keep the games of a table as they end, as long as its page is shown. */
export function rememberGames(known: () => Known, page: GamePage): void {
  let done = '';
  $effect(() => {
    const now = known();
    if (!now.table || !now.now?.result) return;
    if (now.seat === null && !isShared(now.table)) return; // a spectator
    const game = keptFrom(now, page, ownSeat(now), Date.now());
    if (!game || game.id === done) return;
    done = game.id;
    void kept.add(game);
  });
}
