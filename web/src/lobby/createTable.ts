/** Creates tables and sits down at them: the link goes to the clipboard, the seat is saved. */
import { copy } from '../kit/clipboard';
import { go } from '../router.svelte';
import { toast } from '../kit/toast.svelte';
import { showRefusal } from '../kit/errorText';
import { t } from '../kit/i18n.svelte';
import { ApiError, create, createHere, sit } from '../wire/http';
import { slowDays } from '../wire/clocks';
import { hasLocal, isAble, isLocal } from '../wire/local';
import type { Agreed, Seated, TableState } from '../wire/messages';
import { HAS_SERVER } from '../wire/server';
import { differFrom, saveSeat, stored, newToken, saveLastTable } from '../wire/storage.svelte';
import type { Me, TakeBack } from '../wire/storage.svelte';
import { invitationTo } from './invitation';
import { noteCopied } from './tableLink.svelte';

/** Show why a request failed. */
function showError(error: unknown): void {
  if (error instanceof ApiError) showRefusal(error.problem);
  else toast(t('trouble.unknown'), 'x', true);
}

/** Save the seat that the server gave us at a table. */
export function keepSeat(place: Seated, agreed: Agreed): void {
  if (!place.token || isLocal(place.code)) return; // the device keeps its own tables
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
export function createTable(agreed: Agreed, bots: string[], takeBack?: TakeBack): Promise<void> {
  return patiently(() => requestTable(agreed, bots, takeBack));
}

/** Create a table for people who share this device, with bots in the other seats. */
export function createShared(agreed: Agreed, people: Me[], bots: string[]): Promise<void> {
  return patiently(async () => {
    try {
      // Those who share a device have it in their hands: no days for a move.
      const here = slowDays(agreed) ? { ...agreed, clock: null } : agreed;
      go((await createHere({ agreed: here, bots, start: true }, people)).link);
    } catch (error) {
      showError(error);
    }
  });
}

async function patiently(request: () => Promise<void>): Promise<void> {
  if (pending) return;
  pending = true;
  const slow = setTimeout(() => toast(t('home.slow'), 'clock'), PATIENCE_MS);
  try {
    await request();
  } finally {
    clearTimeout(slow);
    pending = false;
  }
}

async function requestTable(agreed: Agreed, bots: string[], takeBack?: TakeBack): Promise<void> {
  const start = bots.length + 1 === agreed.seats;
  if (start && hasLocal(agreed.game) && !isAble()) {
    if (!HAS_SERVER) return void toast(t('local.unableHere'), 'help', true);
    toast(t('local.unable'), 'help');
  }
  const request = { agreed, sit: { ...stored.me, token: newToken() }, bots, start };
  const made = create(request);
  const copied = start ? Promise.resolve(false) : copy(made.then(({ link }) => invitationTo(link)));
  try {
    const place = await made;
    saveLastTable({ agreed, bot: bots[0] ?? stored.last?.bot ?? '', takeBack });
    keepSeat(place, agreed);
    go(place.link);
    if (await copied) noteCopied(place.code);
  } catch (error) {
    showError(error);
  }
}

/** Take a seat at an existing table, or ask for one in mid-game; returns whether it worked. */
export async function sitDown(
  { code, agreed, seats }: Pick<TableState, 'code' | 'agreed' | 'seats'>,
  seat?: number,
): Promise<boolean> {
  // Two guests may have the same animal: who comes later takes another one.
  differFrom(seats.flatMap(({ avatar, bot }) => (avatar && !bot ? [avatar] : [])));
  try {
    const place = await sit(code, { ...stored.me, seat: seat ?? null, token: newToken() });
    keepSeat(place, agreed);
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}
