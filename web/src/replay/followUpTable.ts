/** Creates tables that follow from a game: from a position, or the same again from another seat. */
import { go } from '../router.svelte';
import { toast } from '../kit/toast.svelte';
import { t } from '../kit/i18n.svelte';
import { keepSeat } from '../lobby/createTable';
import { defaultBot } from '../lobby/tableDraft';
import { ApiError, create, infoOf } from '../wire/http';
import type { Create, TableState } from '../wire/messages';
import { newToken, stored } from '../wire/storage.svelte';

/** The bot to play against: the one that sat there, or the game's default. */
export async function opponent(
  game: string,
  before: (string | null | undefined)[],
): Promise<string> {
  const sat = before.find((bot) => bot);
  if (sat) return sat;
  const info = await infoOf(game);
  return info ? defaultBot(info) : 'random';
}

/** Create a table, save the seat and go there; a toast shows a refusal. */
export async function open(request: Create): Promise<void> {
  const token = newToken();
  try {
    const made = await create({ ...request, sit: request.sit ? { ...request.sit, token } : null });
    keepSeat({ ...made, token }, request.agreed);
    go(made.link);
  } catch (problem) {
    const offline = problem instanceof ApiError && problem.code === 'network';
    const refused = problem instanceof ApiError ? problem.message : String(problem);
    toast(offline ? t('replay.noNet') : refused, 'link', true);
  }
}

/** The same table with oneself one seat further on; only if all others are bots. */
export function swapped(table: TableState, seat: number): Create | null {
  const others = table.seats.filter((_, n) => n !== seat);
  if (!others.length || others.some((one) => !one.bot)) return null;
  return {
    agreed: table.agreed,
    sit: { ...stored.me, seat: (seat + 1) % table.seats.length },
    bots: others.map((one) => one.bot ?? ''),
    start: true,
  };
}
