/** The symbols on the cards and the names of the pictures (deck.py). */
import pictures from '../pictures/pictures.json';
import { CARDS, SYMBOLS } from '../view';

export { CARDS, SYMBOLS };
export const KINDS = CARDS.length;
export const MISS = SYMBOLS.length; // the table's move for a seat that is too slow (F4)
const LANGUAGES = ['en', 'de', 'nl'];
const known = pictures as Record<string, string[]>;

/** Every picture by its number: 2 * (card - 1) for side a, one more for side b. */
export const PICTURES: readonly string[] = Object.keys(known).sort();

/** A picture's name in each language. */
export const namesOf = (picture: string): Record<string, string> =>
  Object.fromEntries(LANGUAGES.map((language, n) => [language, known[picture]?.[n + 1] ?? '']));

/** The emoji that a picture is based on. */
export const charOf = (picture: string): string => known[picture]?.[LANGUAGES.length + 1] ?? '';

/** The number of a card, given as its two symbols in either order; -1 if there is none. */
export function cardOf(card: unknown): number {
  if (!Array.isArray(card) || card.length !== 2) return -1;
  return CARDS.findIndex(([a, b]) =>
    a === card[0] ? b === card[1] : b === card[0] && a === card[1],
  );
}

/** A card as records have it. */
export const pairOf = (card: number): string[] => [...(CARDS[card] ?? [])];

/** The chance move that lays a seat's card. */
export const lay = (seat: number, card: number): number => KINDS * seat + card;

/** The seat and the card of a chance move that lays one. */
export const laid = (move: number): [seat: number, card: number] => [
  Math.floor(move / KINDS),
  move % KINDS,
];
