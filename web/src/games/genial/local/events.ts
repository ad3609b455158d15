/** Turns as they are written to a record, and read back (events.py). */
import { one, total } from '../../../local/bits';
import { CHANCE } from '../../../local/game';
import type { Event, Move, Seat, Setup, Turn } from '../../../local/game';
import { DEAL_TO, dealtTo } from '../../../local/kernelGame';
import type { KernelState } from '../../../local/kernelGame';
import { quoted, readSeat, refusal, unreadable } from '../../../local/reading';
import type { Genial } from './game';
import { EXCHANGE, KEEP, kinds, parts, placement } from './notation';

const RULES: Record<string, string> = {
  turn: 'A5',
  place: 'A6',
  exchange: 'A12',
  draw: 'A12',
  end: 'A13',
  result: 'A14',
};
const SPECIAL: Record<string, Record<string, string>> = {
  exchange: { duel: 'D3' },
  result: { duel: 'D5', team: 'C3', solo: 'B3' },
};

/** The events of a turn; a draw is written once its last tile is drawn. */
export function events(game: Genial, before: KernelState, turn: Turn, after: KernelState): Event[] {
  const [seat, move] = [...turn][0] ?? [CHANCE, 0];
  if (seat === CHANCE) return drawn(game, before, move);
  if (move === KEEP) return [];
  if (move === EXCHANGE) {
    const shown = game.board.tileNames(game.table.s.word(after.data, 'aside'));
    return [{ event: 'exchange', seat, tiles: shown }];
  }
  const { tile, cells } = parts(game.board, move);
  return [{ event: 'place', seat, tile, cells, points: points(game, before, move) }];
}

function drawn({ board, table }: Genial, before: KernelState, move: Move): Event[] {
  if (table.s.number(before.data, 'due') > 1) return [];
  const held = table.s.word(before.data, 'drawn') + one(move % DEAL_TO);
  const seat = dealtTo(table, before, move);
  return [{ event: 'draw', seat, tiles: board.tileNames(held) }];
}

/** The points of both halves of a placement (A8). */
function points({ table }: Genial, state: KernelState, move: Move): number[] {
  const out = table.room('points', 'i8', 2);
  table.ask('both_points', state, move, out);
  return table.written(out, 'i8', 2);
}

/** The turns that the first event describes. */
export function read(game: Genial, state: KernelState, events: readonly Event[]): Turn[] {
  const event = events[0] ?? ({} as Event);
  const seat = readSeat(event, state.setup, 'A4');
  const { board } = game;
  if (event.event === 'place')
    return [new Map([[seat, placement(board, event.tile, event.cells)]])];
  if (event.event === 'exchange') {
    kinds(board, event.tiles);
    return [new Map([[seat, EXCHANGE]])];
  }
  if (event.event === 'draw') return readDraw(game, state, seat, kinds(board, event.tiles));
  throw unreadable(`the game has no event ${quoted(event.event)}`);
}

function readDraw(game: Genial, state: KernelState, seat: Seat, drawn: number[]): Turn[] {
  const { s, v } = game.table;
  const phase = game.phase(state);
  const rack = v.number(game.table.table(state.setup).data, 'rack');
  const held = s.word(state.data, 'racks', seat);
  if (phase === 'deal' && held)
    throw refusal('draw', 'A4', `seat ${seat} has drawn its first tiles already`);
  if (phase !== 'deal' && (seat !== s.number(state.data, 'turn') || phase === 'place'))
    throw refusal('draw', 'A12', `seat ${seat} has nothing to draw now`);
  const due = rack - total(held);
  if (drawn.length !== due)
    throw refusal('draw', 'A12', `seat ${seat} must draw ${due} tiles here, not ${drawn.length}`);
  const to = phase === 'deal' ? DEAL_TO * (seat + 1) : 0;
  const turns = drawn.map((kind): Turn => new Map([[CHANCE, kind + to]]));
  return phase === 'offer' ? [new Map([[seat, KEEP]]), ...turns] : turns;
}

/** An event in its one spelling. */
export function tidy({ board }: Genial, event: Event): Event {
  if (event.event === 'place') {
    const { tile, cells } = parts(board, placement(board, event.tile, event.cells));
    const turned = JSON.stringify(cells) !== JSON.stringify(event.cells);
    const halves = Array.isArray(event.points) && turned ? [...event.points].reverse() : null;
    return { ...event, tile, cells, points: halves ?? event.points };
  }
  if (!('tiles' in event)) return event;
  const sorted = kinds(board, event.tiles).sort((a, b) => a - b);
  return { ...event, tiles: sorted.map((kind) => board.tileName(kind)) };
}

/** The rule that decides what a kind of event says under a key. */
export function ruleOf({ variant }: Setup, event: string, key = ''): string {
  if (key === 'points') return 'A8';
  if (event === 'talk') return 'C4';
  return SPECIAL[event]?.[variant] ?? RULES[event] ?? '';
}
