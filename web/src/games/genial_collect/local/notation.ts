/** Moves in words: `turn_up`, `stop`; and tiles by their letters (notation.py). */
import type { Move } from '../../../local/game';
import { quoted, unreadable } from '../../../local/reading';

export const TURN_UP = 0;
export const STOP = 1;
export const COLOURS = 'rgboyp';
const WORDS = ['turn_up', 'stop'];

export const text = (move: Move): string => WORDS[move] ?? '';

export function parse(said: string): Move {
  const word = said
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');
  const move = WORDS.indexOf(word);
  if (move < 0)
    throw unreadable(`cannot read the move ${quoted(said)}; write 'turn_up' or 'stop'`, 'G2');
  return move;
}

/** The number of a tile's colour by its letter. */
export function colourOf(tile: unknown): number {
  const colour = typeof tile === 'string' && tile.length === 1 ? COLOURS.indexOf(tile) : -1;
  if (colour < 0)
    throw unreadable(`${quoted(tile)} is not a tile; write one letter of ${COLOURS}`, 'G1');
  return colour;
}

/** The numbers of the colours of a list of tiles. */
export function coloursOf(tiles: unknown): number[] {
  if (!Array.isArray(tiles)) throw unreadable('`tiles` must be a list');
  return tiles.map(colourOf);
}

/** As many letters of each colour as there are tiles, in the order of colours. */
export const letters = (counts: readonly number[]): string[] =>
  [...COLOURS].flatMap((colour, n) => Array.from({ length: counts[n] ?? 0 }, () => colour));

/** Numbers by colour as an object. */
export const byColour = (numbers: readonly number[]): Record<string, number> =>
  Object.fromEntries([...COLOURS].map((colour, n) => [colour, numbers[n] ?? 0]));
