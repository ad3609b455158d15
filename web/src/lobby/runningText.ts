/** A running game in words: who plays there, and what it waits for. */
import { t } from '../kit/i18n.svelte';
import { botName, nameOf } from '../table/names';
import { minutes, slowLeft } from '../wire/clocks';
import { isLocal, isShared } from '../wire/local';
import type { Running } from './ownTables.svelte';

/** Return the names of the others. */
export const othersAt = ({ place, table }: Running): string =>
  table.seats
    .flatMap((seat, n) =>
      !seat.name || (n === place.seat && !isShared(table)) ? [] : [nameOf(seat, n)],
    )
    .join(', ') || t(isLocal(table.code) ? 'local.title' : 'home.nobodyYet');

const standIn = ({ place, table }: Running): string | null =>
  table.seats[place.seat]?.stand_in ?? null;

/** Whether it is one's turn. */
export const isMyTurn = (running: Running): boolean =>
  running.table.phase === 'playing' &&
  running.table.waiting.includes(running.place.seat) &&
  !standIn(running);

/** Whether one plays alone. */
export const isAlone = ({ table }: Running): boolean => table.seats.length === 1;

/** Return what a game waits for; empty at one's own turn. */
export function stateOf(running: Running): string {
  const { table } = running;
  if (table.phase === 'over') return t('home.over');
  if (table.phase === 'waiting') return t('home.waitingRoom');
  const bot = standIn(running);
  if (bot) return t('home.standIn', { name: botName(bot) });
  const time = slowLeft(table);
  const left = time === null ? [] : [t('slow.left', { time: minutes(time) })];
  if (isMyTurn(running)) return left.join('');
  const thinks = table.waiting.map((n) => nameOf(table.seats[n], n)).join(', ');
  return [t('turn.other', { name: thinks }), ...left].join(' · ');
}
