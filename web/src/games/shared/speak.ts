/** Words that every game needs. */
import { listed, t } from '../../kit/i18n.svelte';
import type { SeatState, TableState } from '../../wire/messages';
import type { GamePage } from '../contract';

export { listed };

/** Return a text that begins a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Return the names at a table; a seat without one has its number. */
export const namesOf = (seats: readonly SeatState[]): string[] =>
  seats.map(({ name }, n) => name ?? String(n + 1));

/** Return the names as a seat's player reads them: the own one is "You", in the game's words. */
export const called = (game: string, names: readonly string[], seat: number | null): string[] =>
  names.map((name, n) => (n === seat ? t(`${game}.you`) : name));

/** Return who won, in the game's words, and the first of them. */
export function winners(
  game: string,
  { ranks }: { ranks?: unknown },
  { seats }: TableState,
  seat: number | null,
): { title: string; first: number } {
  const best = (ranks as number[]).flatMap((rank, n) => (rank === 1 ? [n] : []));
  const names = best.map((n) => seats[n]?.name ?? '');
  const key = best.length > 1 ? 'shared' : best[0] === seat ? 'you' : 'one';
  const title = t(`${game}.end.${key}`, { name: names[0] ?? '', names: listed(names) });
  return { title, first: best[0] ?? 0 };
}

/** Return a game's keys for the help page, from pairs of a key and the word for what it does. */
export const keysOf = (game: string, keys: readonly [string, string][]): GamePage['keys'] =>
  keys.map(([key, does]) => ({ key, does: `${game}.key.${does}` }));
