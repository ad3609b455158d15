/** Turns as they are written to a record, and read back (events.py). */
import { CHANCE, Refusal } from '../../../local/game';
import type { Event, Move, Reason, Seat, Setup, Turn } from '../../../local/game';
import type { KernelState } from '../../../local/kernelGame';
import { quoted, readSeat, reason, refusal, unreadable } from '../../../local/reading';
import { cardOf, laid, lay, MISS, pairOf, PICTURES, SYMBOLS } from './deck';
import { symbol } from './notation';
import { whyNot } from './refuse';
import type { ContrastTable } from './state';

const PHASES: Record<string, string> = { row: 'laying', picture: 'turning' };
const CHOICES = ['choose', 'miss'];
const MISPLACED: Record<string, Reason> = {
  laying: reason('event', 'F2', 'a row must be laid here'),
  turning: reason('event', 'F3', 'a picture must be turned up here'),
  choosing: reason('event', 'F3', 'every seat must choose or miss here, once'),
};
const RULES: Record<string, string> = {
  'row cards': 'F2',
  'picture picture': 'F1',
  'miss event': 'F4',
  'award symbols': 'F5',
  'award seats': 'F7',
  'award stack': 'F7',
  'award event': 'F5',
};
const TEAM = 2;

const nameOf = (number: number): string => SYMBOLS[number] ?? '';
const rowSize = (table: ContrastTable, { setup }: KernelState): number =>
  table.v.number(table.table(setup).data, 'row');

/** The events of a turn; a row is written once its last card is laid. */
export function events(
  table: ContrastTable,
  before: KernelState,
  turn: Turn,
  after: KernelState,
): Event[] {
  const chance = turn.get(CHANCE);
  if (chance === undefined) return [...choices(before, turn), award(table, before, turn)];
  if (table.phase(before) === 'turning') return [{ event: 'picture', picture: PICTURES[chance] }];
  const [seat] = laid(chance);
  const row = table.rows(after)[seat] ?? [];
  if (row.length < rowSize(table, before)) return [];
  return [{ event: 'row', seat, cards: row.map(pairOf) }];
}

/** The choices in the order of seats, not in the order they were made. */
function choices({ setup }: KernelState, turn: Turn): Event[] {
  return Array.from({ length: setup.seats }, (_, seat) => {
    const move = turn.get(seat) ?? MISS;
    return move === MISS
      ? { event: 'miss', seat }
      : { event: 'choose', seat, symbol: nameOf(move) };
  });
}

function award(table: ContrastTable, state: KernelState, turn: Turn): Event {
  const { symbols, seats, left } = table.award(state, turn);
  return { event: 'award', symbols: symbols.map(nameOf), seats, stack: left };
}

/** The turns that the first event describes; the choices of a round are one turn. */
export function read(table: ContrastTable, state: KernelState, said: readonly Event[]): Turn[] {
  const event = said[0] ?? ({} as Event);
  const phase = table.phase(state);
  if (phase === 'choosing' && CHOICES.includes(event.event)) return readRound(table, state, said);
  if (PHASES[event.event] !== phase) throw new Refusal(MISPLACED[phase] ?? reason('event', '', ''));
  if (event.event === 'picture') return [new Map([[CHANCE, readPicture(event.picture)]])];
  return readRow(table, state, event);
}

function readRow(table: ContrastTable, state: KernelState, event: Event): Turn[] {
  const seat = readSeat(event, state.setup, 'F2');
  const cards = readCards(event.cards);
  const size = rowSize(table, state);
  if (cards.length !== size)
    throw refusal('row', 'F2', `a row has ${size} cards here, not ${cards.length}`);
  return cards.map((card): Turn => new Map([[CHANCE, lay(seat, card)]]));
}

/** The numbers of cards, each given as its two symbols in either order. */
function readCards(cards: unknown): number[] {
  if (!Array.isArray(cards))
    throw unreadable('`cards` must be a list of cards, each a list of its two symbols', 'F2');
  return cards.map((card: unknown) => {
    const found = cardOf(card);
    if (found < 0) throw unreadable('`cards` names a card that there is not', 'F1');
    return found;
  });
}

function readPicture(name: unknown): Move {
  const found = typeof name === 'string' ? PICTURES.indexOf(name) : -1;
  if (found < 0) throw unreadable(`there is no picture ${quoted(name)}; they are 01a to 74b`, 'F1');
  return found;
}

/** The round as one turn, or none if the record ends before its award. */
function readRound(table: ContrastTable, state: KernelState, said: readonly Event[]): Turn[] {
  const { seats } = state.setup;
  const turn = new Map<Seat, Move>();
  for (const event of said.slice(0, seats)) {
    if (!CHOICES.includes(event.event))
      throw refusal('event', 'F3', MISPLACED.choosing?.text ?? '');
    const seat = readSeat(event, state.setup, 'F2');
    if (turn.has(seat)) throw refusal('twice', 'F3', `seat ${seat} has chosen or missed already`);
    turn.set(seat, readChoice(table, state, seat, event));
  }
  return said.length > seats ? [turn] : [];
}

/** A legal choice: nothing else checks the choices of an unfinished round. */
function readChoice(table: ContrastTable, state: KernelState, seat: Seat, event: Event): Move {
  if (event.event === 'miss') return MISS;
  const chosen = symbol(event.symbol);
  const why = whyNot(table, state, seat, chosen);
  if (why) throw new Refusal(why);
  return chosen;
}

/** An event in its one spelling: symbols and seats of an award have no order. */
export function tidy(event: Event): Event {
  if (event.event === 'row') return { ...event, cards: readCards(event.cards).map(pairOf) };
  if (event.event !== 'award') return event;
  const { symbols, seats, stack } = event;
  if (!Array.isArray(symbols) || !Array.isArray(seats)) throw new Error('no lists');
  if (![...seats, stack].every(Number.isInteger)) throw new Error('no whole numbers');
  const inOrder = symbols.map(symbol).sort((a, b) => a - b);
  return { ...event, symbols: inOrder.map(nameOf), seats: [...seats].sort((a, b) => a - b) };
}

/** The rule that decides what a kind of event says under a key. */
export function ruleOf({ seats }: Setup, event: string, key = ''): string {
  if (event === 'result') return seats === TEAM ? 'F10' : 'F9';
  return RULES[`${event} ${key}`] ?? (event === 'end' ? 'F9' : 'F3');
}
