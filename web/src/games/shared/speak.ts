/** Words that every game needs. */
import { language, t } from '../../kit/i18n.svelte';
import type { SeatState } from '../../wire/messages';
import type { GamePage } from '../contract';

/** Return some words as a list: "a, b and c". */
export const listed = (words: readonly string[]): string =>
  new Intl.ListFormat(language.now === 'en' ? 'en-GB' : language.now).format(words);

/** Return the names at a table; a seat without one has its number. */
export const namesOf = (seats: readonly SeatState[]): string[] =>
  seats.map(({ name }, n) => name ?? String(n + 1));

/** Return the names as a seat's player reads them: the own one is "You", in the game's words. */
export const called = (game: string, names: readonly string[], seat: number | null): string[] =>
  names.map((name, n) => (n === seat ? t(`${game}.you`) : name));

/** Return a game's keys for the help page, from pairs of a key and the word for what it does. */
export const keysOf = (game: string, keys: readonly [string, string][]): GamePage['keys'] =>
  keys.map(([key, does]) => ({ key, does: `${game}.key.${does}` }));
