/** Moves in words and back: a symbol such as `big`, or the table's `miss` (notation.py). */
import type { Move } from '../../../local/game';
import { quoted, unreadable } from '../../../local/reading';
import { MISS, SYMBOLS } from './deck';

export const text = (move: Move): string => (move === MISS ? 'miss' : (SYMBOLS[move] ?? ''));

export function parse(said: string): Move {
  const word = said.trim().toLowerCase();
  return word === 'miss' ? MISS : symbol(word);
}

/** The number of a symbol; refuses any other name. */
export function symbol(name: unknown): Move {
  const found = typeof name === 'string' ? SYMBOLS.indexOf(name) : -1;
  if (found < 0)
    throw unreadable(`${quoted(name)} is not a symbol; choose ${SYMBOLS.join(', ')}`, 'F1');
  return found;
}
