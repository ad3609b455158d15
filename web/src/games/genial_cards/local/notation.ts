/** Moves in words: `rb`, `rb br`, `renew`, `draw` (notation.py). */
import type { Move } from '../../../local/game';
import { quoted, reversed, unreadable } from '../../../local/reading';
import { COLOURS } from './cards';
import type { Cards } from './cards';

export const KEEP = 0;
export const RENEW = 1;
export const PLAY = 2;
export const ANY = 0;
const FORWARD = 1;
const BACKWARD = 2;
const WORDS = new Map([
  ['draw', KEEP],
  ['renew', RENEW],
]);

export function text(cards: Cards, move: Move): string {
  if (move < PLAY) return move === RENEW ? 'renew' : 'draw';
  const { card, order } = parts(cards, move);
  return wayOf(move) === ANY ? card : `${card} ${order}`;
}

/** Which order of scoring a play asks for. */
export const wayOf = (move: Move): number => (move - PLAY) % 3;

export const kindOfPlay = (move: Move): number => Math.floor((move - PLAY) / 3);

/** The card of a play, and its colours in the order of scoring. */
export function parts(cards: Cards, move: Move): { card: string; order: string } {
  const card = cards.name(kindOfPlay(move));
  return { card, order: wayOf(move) === BACKWARD ? reversed(card) : card };
}

export function parse(cards: Cards, said: string): Move {
  const [card = '', order, ...more] = said
    .trim()
    .toLowerCase()
    .split(/[\s,;:-]+/);
  const word = WORDS.get(card);
  if (word !== undefined && order === undefined) return word;
  if (more.length)
    throw unreadable(`cannot read the move ${quoted(said)}; write it like 'rb' or 'rb br'`);
  const kind = kindOf(cards, card);
  return PLAY + 3 * kind + (order === undefined ? ANY : way(cards, kind, order));
}

/** The kind of a card by its name. */
export function kindOf(cards: Cards, card: unknown): number {
  const kind = cards.kindOf(card);
  if (kind < 0)
    throw unreadable(
      `${quoted(card)} is not a card; write two different letters of ${COLOURS}`,
      'E1',
    );
  return kind;
}

/** The way to score a card that an order of its colours stands for. */
export function way(cards: Cards, kind: number, order: unknown): number {
  const card = cards.name(kind);
  if (order === card) return FORWARD;
  if (order === reversed(card)) return BACKWARD;
  const orders = `'${card}' or '${reversed(card)}'`;
  throw unreadable(`${quoted(order)} is not an order of scoring; write ${orders}`, 'E4');
}

/** The kinds of a list of card names. */
export function kindsOf(cards: Cards, found: unknown): number[] {
  if (!Array.isArray(found)) throw unreadable('`cards` must be a list');
  return found.map((card: unknown) => kindOf(cards, card));
}
