/** The displayed names of players and bots. */
import { characterOf } from '../bots/characters';
import { animalOf } from '../kit/avatars';
import { t } from '../kit/i18n.svelte';
import { slowDays } from '../wire/clocks';
import type { Agreed, SeatState } from '../wire/messages';

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

/**
 * Return the seats as they are shown: with displayed names, and bots with their own animals. In a
 * game over days people come and go: nobody is shown as away there.
 */
export function shownSeats(
  seats: SeatState[],
  agreed: Pick<Agreed, 'clock'> | null = null,
): SeatState[] {
  const names = namesOf(seats);
  const slow = slowDays(agreed) > 0;
  return seats.map((seat, n) => ({
    ...seat,
    name: names[n] ?? seat.name,
    ...(seat.bot ? { avatar: animalOf(seat) } : {}),
    ...(slow && seat.name ? { here: true } : {}),
  }));
}
