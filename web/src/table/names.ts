/** The displayed names of players and bots. */
import { t } from '../kit/i18n.svelte';
import { known, levelName } from '../wire/levels.svelte';
import type { SeatState } from '../wire/messages';

/** Return the displayed name of a bot, by its key on the server. */
export function botName(bot: string): string {
  const level = levelName(bot);
  if (level) return t('bot.level', { level });
  const key = `bot.${bot}`;
  const word = t(key);
  if (word !== key) return word;
  return known() ? t('bot.other', { name: bot }) : t('bot.some');
}

// A bot of a level has a first name, by its seat.
const FIRST_NAMES = ['Mo', 'Kim', 'Ida', 'Leo', 'Ava', 'Noa'];

function seatedBot(bot: string, n: number): string {
  const level = levelName(bot);
  const name = FIRST_NAMES[n];
  return level && name ? t('bot.named', { name, level }) : botName(bot);
}

/** Return the displayed name of the player in a seat. */
export function nameOf(seat: SeatState | undefined, n: number): string {
  if (seat?.bot) return seatedBot(seat.bot, n);
  // The player has left for good, and a bot plays on.
  if (seat?.stand_in && !seat.name) return seatedBot(seat.stand_in, n);
  return seat?.name ?? t('table.seat', { n: n + 1 });
}

/** The name of a player; while a bot stands in, it says so. */
const played = (seat: SeatState, n: number): string =>
  seat.name && seat.stand_in ? t('table.byBot', { name: seat.name }) : nameOf(seat, n);

/** Return the names of all seats; equal names get a number. */
export function namesOf(seats: SeatState[]): string[] {
  const names = seats.map(played);
  return names.map((name, n) => {
    const twins = names.flatMap((other, place) => (other === name ? [place] : []));
    return twins.length > 1 ? `${name}\u00a0${twins.indexOf(n) + 1}` : name;
  });
}
