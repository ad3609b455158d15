/** The displayed names of players and bots. */
import { characterOf } from '../bots/characters';
import { animalOf } from '../kit/avatars';
import { t } from '../kit/i18n.svelte';
import type { SeatState } from '../wire/messages';

/** Return the displayed name of a bot, by its key on the server. */
export function botName(bot: string): string {
  const who = characterOf(bot);
  if (who) return who.name;
  const key = `bot.${bot}`;
  const word = t(key);
  return word === key ? t('bot.other', { name: bot }) : word;
}

/** Return the displayed name of the player in a seat. */
export function nameOf(seat: SeatState | undefined, n: number): string {
  if (seat?.bot) return botName(seat.bot);
  // The player has left for good, and a bot plays on.
  if (seat?.stand_in && !seat.name) return botName(seat.stand_in);
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

/** Return the seats as they are shown: with displayed names, and bots with their own animals. */
export function shownSeats(seats: SeatState[]): SeatState[] {
  const names = namesOf(seats);
  return seats.map((seat, n) => ({
    ...seat,
    name: names[n] ?? seat.name,
    ...(seat.bot ? { avatar: animalOf(seat) } : {}),
  }));
}
