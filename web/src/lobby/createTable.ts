/** Creates tables and sits down at them: the link goes to the clipboard, the seat is saved. */
import { copy } from '../kit/clipboard';
import { go } from '../router.svelte';
import { toast } from '../kit/toast.svelte';
import { showRefusal } from '../kit/errorText';
import { t } from '../kit/i18n.svelte';
import { ApiError, create, sit } from '../wire/http';
import type { Agreed, Seated } from '../wire/messages';
import { saveSeat, stored, newToken, saveLastTable } from '../wire/storage.svelte';

/** Show why a request failed. */
function showError(error: unknown): void {
  if (error instanceof ApiError) showRefusal(error.problem);
  else toast(t('trouble.unknown'), 'x', true);
}

/** Save the seat that the server gave us at a table. */
export function keepSeat(place: Seated, agreed: Agreed): void {
  if (!place.token) return;
  const { game, variant } = agreed;
  const seat = place.seat ?? 0;
  saveSeat({
    code: place.code,
    token: place.token,
    seat,
    game,
    variant: variant ?? '',
    at: Date.now(),
  });
}

// A server that has just started may be slow: after this time a toast says so.
const PATIENCE_MS = 1200;
let pending = false;

/** Create a table and go there; with bots in all other seats the game starts at once. */
export async function createTable(agreed: Agreed, bots: string[]): Promise<void> {
  if (pending) return;
  pending = true;
  const slow = setTimeout(() => toast(t('home.slow'), 'clock'), PATIENCE_MS);
  try {
    await requestTable(agreed, bots);
  } finally {
    clearTimeout(slow);
    pending = false;
  }
}

async function requestTable(agreed: Agreed, bots: string[]): Promise<void> {
  const start = bots.length + 1 === agreed.seats;
  const request = { agreed, sit: { ...stored.me, token: newToken() }, bots, start };
  const made = create(request);
  const copied = start
    ? Promise.resolve(false)
    : copy(made.then(({ link }) => new URL(link, location.origin).href));
  try {
    const place = await made;
    saveLastTable({ agreed, bot: bots[0] ?? stored.last?.bot ?? '' });
    keepSeat(place, agreed);
    go(place.link);
    if (await copied) toast(t('home.copied'), 'copy');
  } catch (error) {
    showError(error);
  }
}

/** Take a seat at an existing table, or ask for one in mid-game; returns whether it worked. */
export async function sitDown(code: string, agreed: Agreed, seat?: number): Promise<boolean> {
  try {
    const place = await sit(code, { ...stored.me, seat: seat ?? null, token: newToken() });
    keepSeat(place, agreed);
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}
