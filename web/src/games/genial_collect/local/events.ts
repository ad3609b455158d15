/** Turns as they are written to a record, and read back (events.py). */
import { CHANCE } from '../../../local/game';
import type { Event, Move, Seat, Turn } from '../../../local/game';
import type { KernelState, KernelTable } from '../../../local/kernelGame';
import { quoted, readSeat, refusal, unreadable } from '../../../local/reading';
import type { GenialCollect } from './game';
import { COLOURS, coloursOf, colourOf, letters, STOP, TURN_UP } from './notation';

const RULES: Record<string, string> = {
  middle: 'G5',
  turn_up: 'G2',
  stop: 'G3',
  result: 'G6',
  turn: 'G3',
  end: 'G6',
};

/** A tile is written when it has been turned up, those of the middle when the last lies there. */
export function events(
  game: GenialCollect,
  before: KernelState,
  turn: Turn,
  after: KernelState,
): Event[] {
  const [seat, move] = [...turn][0] ?? [CHANCE, 0];
  if (seat === CHANCE) return chanceEvents(game, before, move, after);
  if (move === TURN_UP) return [];
  return [stopped(game.table, before, after, seat)];
}

function chanceEvents(
  game: GenialCollect,
  before: KernelState,
  move: Move,
  after: KernelState,
): Event[] {
  const { s } = game.table;
  if (game.phase(before) === 'middle') {
    const tiles = letters(s.numbers(after.data, 'middle'));
    return s.number(before.data, 'due') === 1 ? [{ event: 'middle', tiles }] : [];
  }
  const [seat, good] = [s.number(before.data, 'turn'), game.isGood(before, move)];
  const told: Event[] = [{ event: 'turn_up', seat, tile: COLOURS[move], good }];
  // G7
  if (good && s.number(before.data, 'pile_size') === 1)
    told.push(stopped(game.table, before, after, seat));
  return told;
}

/** The event of a stop: what the seat owns more than before. */
function stopped(table: KernelTable, before: KernelState, after: KernelState, seat: Seat): Event {
  return { event: 'stop', seat, tiles: letters(gained(table, before, after, seat)) };
}

/** The tiles of a seat, by colour. */
export const ownedBy = ({ s }: KernelTable, { data }: KernelState, seat: Seat): number[] =>
  s.numbers(data, 'owned', COLOURS.length * seat, COLOURS.length);

/** How many tiles of each colour a seat has got. */
export function gained(
  table: KernelTable,
  before: KernelState,
  after: KernelState,
  seat: Seat,
): number[] {
  const had = ownedBy(table, before, seat);
  return ownedBy(table, after, seat).map((has, n) => has - (had[n] ?? 0));
}

/** The turns that the first event describes. */
export function read(game: GenialCollect, state: KernelState, said: readonly Event[]): Turn[] {
  const event = said[0] ?? ({} as Event);
  if (event.event === 'middle') return readMiddle(game, state, coloursOf(event.tiles));
  if (event.event !== 'turn_up' && event.event !== 'stop')
    throw unreadable(`the game has no event ${quoted(event.event)}`);
  const seat = readSeat(event, state.setup, 'G1');
  if (event.event === 'stop') {
    coloursOf(event.tiles);
    return [new Map([[seat, STOP]])];
  }
  return [new Map([[seat, TURN_UP]]), new Map([[CHANCE, colourOf(event.tile)]])];
}

function readMiddle(game: GenialCollect, state: KernelState, colours: number[]): Turn[] {
  if (game.phase(state) !== 'middle')
    throw refusal('middle', 'G5', 'the middle is filled only when it is empty');
  const due = game.table.s.number(state.data, 'due');
  if (colours.length !== due) {
    const text = `${due} tiles must be turned up into the middle here, not ${colours.length}`;
    throw refusal('middle', 'G5', text);
  }
  return colours.map((colour): Turn => new Map([[CHANCE, colour]]));
}

/** An event in its one spelling: tiles in the order of colours. */
export function tidy(event: Event): Event {
  if (typeof event.seat === 'boolean') throw new Error('no whole number');
  if (!('tiles' in event)) return event;
  const sorted = coloursOf(event.tiles).sort((a, b) => a - b);
  return { ...event, tiles: sorted.map((colour) => COLOURS[colour]) };
}

/** The rule that decides what a kind of event says. */
export const ruleOf = (_setup: unknown, event: string): string => RULES[event] ?? '';
