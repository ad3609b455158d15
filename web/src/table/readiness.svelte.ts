/** Detects that a table waits for bots that are still loading, as after an installation. */
import { botsReady } from '../wire/http';
import type { Known } from '../wire/fold';
import { isLocal } from '../wire/local';

// A bot moves in well under a second: after this time we ask why it does not.
const PATIENCE_MS = 3000;
const AGAIN_MS = 2000;

/** The game waits for bots alone. */
function waitsForBots({ table, now, held }: Known): boolean {
  if (isLocal(table?.code)) return false; // bots of this device are ready with it
  if (table?.phase !== 'playing' || !now || now.result || held || !now.waiting.length) return false;
  return now.waiting.every((n) => table.seats[n]?.bot || table.seats[n]?.stand_in);
}

/** Poll whether the bots are ready, once a move of theirs takes too long. */
export function gettingReady(known: () => Known): { readonly is: boolean } {
  let is = $state(false);
  // Each move has its own timeout.
  const waits = $derived(waitsForBots(known()) ? `${known().now?.game} ${known().now?.v}` : '');
  $effect(() => {
    if (!waits) return;
    let gone = false;
    let timer = setTimeout(look, PATIENCE_MS);
    async function look(): Promise<void> {
      const ready = await botsReady().catch(() => true); // show no banner without an answer
      if (gone) return;
      is = !ready;
      if (!ready) timer = setTimeout(look, AGAIN_MS);
    }
    return () => {
      gone = true;
      is = false;
      clearTimeout(timer);
    };
  });
  return {
    get is() {
      return is;
    },
  };
}
