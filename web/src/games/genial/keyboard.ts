/** The keys of the board game: everything that a pointer can do, and what eyes can see. */
import type { GenialModel } from './model.svelte';
import type { Direction } from './board/geometry';
import { nowhere } from '../../kit/keys';
import { keysOf } from '../shared/speak';
import { allTracks, cellName, downText, scan, summary, tileName } from './speak';
import { COLOURS } from './view';

const NUMPAD: Record<string, Direction> = {
  Numpad6: 0,
  Numpad3: 1,
  Numpad1: 2,
  Numpad4: 3,
  Numpad7: 4,
  Numpad9: 5,
};
const FAR = ['Home', 'End', 'PageUp', 'PageDown'] as const;

function aim(event: KeyboardEvent, { board, hand }: GenialModel): string | null {
  const from = hand.cursor;
  const pad = NUMPAD[event.code];
  if (pad !== undefined) return board.next(from, pad) ?? from;
  if (event.key === 'ArrowLeft') return board.next(from, 3) ?? from;
  if (event.key === 'ArrowRight') return board.next(from, 0) ?? from;
  if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
    return board.vertical(from, event.key === 'ArrowUp');
  const far = FAR.find((key) => key === event.key);
  return far ? board.far(from, far) : null;
}

function steer(event: KeyboardEvent, model: GenialModel): boolean {
  const { hand } = model;
  const to = aim(event, model);
  if (to === null) return false;
  hand.cursor = to;
  model.focus(to);
  if (hand.tile) {
    hand.pinned = false;
    hand.over(to);
    // That a cell is taken is in its name; what a tile would bring on a free one, or why it cannot
    // lie there, is not.
    if (model.isFree(to)) hand.tell();
  }
  return true;
}

/** Lay the lifted tile back, or take it off the board: what was said of it holds no more. */
function putDown(model: GenialModel, deed: () => void): void {
  const { hand } = model;
  const { tile, spot } = hand;
  deed();
  if (tile && !hand.tile) model.announce(downText(tile));
  else if (tile && spot && !hand.spot) model.announce(tileName(tile));
}

function digit(event: KeyboardEvent, model: GenialModel): boolean {
  const { hand } = model;
  const n = Number(event.key);
  if (!event.code.startsWith('Digit') || !(n >= 1 && n <= 6)) return false;
  if (hand.armed) {
    hand.armed = false;
    hand.lens = COLOURS[n - 1] ?? null;
    return true;
  }
  const slot = model.playing ? hand.slots[n - 1] : undefined;
  if (!slot) return false;
  putDown(model, () => hand.lift(slot.id));
  if (hand.tile) hand.over(hand.cursor);
  hand.tell();
  return true;
}

function lens({ hand }: GenialModel): void {
  if (hand.lens) hand.lens = null;
  else hand.armed = true;
}

/** The letters that change nothing: they work on a board that one only looks at, too. */
const READS = ['x', 't', 'b', 'l', 'c'];

/** Do what a key means; returns whether it meant something. */
export function press(event: KeyboardEvent, model: GenialModel): boolean {
  // Spectators use keys on the board alone.
  if (!model.playing && nowhere(event.target)) return false;
  model.animation.skip();
  if (steer(event, model) || digit(event, model)) return true;
  const { hand } = model;
  const by: Record<string, () => void> = {
    q: () => hand.turn(-1),
    e: () => hand.turn(1),
    f: () => hand.flip(),
    escape: () => putDown(model, () => hand.back()),
    enter: () => (hand.pinned ? model.send() : hand.over(hand.cursor, true)),
    z: () => model.takeBack(),
    n: () => (hand.next(event.shiftKey ? -1 : 1), model.focus(hand.cursor)),
    x: () => model.announce(scan(model, hand.cursor)),
    t: () => model.announce(allTracks(model)),
    b: () => model.announce(summary(model)),
    l: () => model.replayLast(),
    c: () => lens(model),
    h: () => void model.hint(),
    s: () => model.swap(),
    '/': () => model.field?.focus(),
  };
  // With nothing to put back, Escape belongs to the rest of the page.
  if (event.key === 'Escape' && hand.idle) return false;
  const deed = by[event.key.toLowerCase()];
  if (!deed || !(model.playing || READS.includes(event.key.toLowerCase()))) return false;
  if (event.key === 'Enter' && !hand.tile) model.empty(cellName(model, hand.cursor));
  else deed();
  return true;
}

/** The keys for the help page, each with the key of its words. */
export const KEYS = keysOf('genial', [
  ['1–6', 'tile'],
  ['← → ↑ ↓', 'cursor'],
  ['7 9 4 6 1 3', 'numpad'],
  ['Home End PgUp PgDn', 'far'],
  ['Q E F', 'turn'],
  ['Enter', 'place'],
  ['Esc', 'back'],
  ['Z', 'takeBack'],
  ['N, Shift N', 'next'],
  ['X', 'scan'],
  ['T', 'tracks'],
  ['B', 'board'],
  ['L', 'last'],
  ['C 1–6', 'lens'],
  ['H', 'hint'],
  ['S', 'swap'],
  ['/', 'type'],
]);
