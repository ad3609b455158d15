/** The keys of the board game (UX 5.5): everything that a pointer can do, and what eyes can see. */
import type { GenialModel } from './model.svelte';
import type { Direction } from './geometry';
import type { Hand } from './hand.svelte';
import { allTracks, cellName, downText, scan, summary, tileName } from './speak';
import { COLOURS } from './view';

/** What keys can ask the page for. */
export interface Deeds {
  place(): void;
  takeBack(): void;
  swap(): void;
  hint(): void;
  replayLast(): void;
  typeMove(): void;
  announce(text: string): void;
  /** A cell was chosen with no tile in the hand; its name is said too. */
  empty(name: string): void;
  /** Give the cell under the cursor the focus. */
  focus(cell: string): void;
}

const NUMPAD: Record<string, Direction> = {
  Numpad6: 0,
  Numpad3: 1,
  Numpad1: 2,
  Numpad4: 3,
  Numpad7: 4,
  Numpad9: 5,
};
const FAR = ['Home', 'End', 'PageUp', 'PageDown'] as const;

function aim(event: KeyboardEvent, hand: Hand, { board }: GenialModel): string | null {
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

function steer(event: KeyboardEvent, hand: Hand, model: GenialModel, deeds: Deeds): boolean {
  const to = aim(event, hand, model);
  if (to === null) return false;
  hand.cursor = to;
  deeds.focus(to);
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
function putDown(hand: Hand, deeds: Deeds, deed: () => void): void {
  const { tile, spot } = hand;
  deed();
  if (tile && !hand.tile) deeds.announce(downText(tile));
  else if (tile && spot && !hand.spot) deeds.announce(tileName(tile));
}

function digit(event: KeyboardEvent, hand: Hand, deeds: Deeds): boolean {
  const n = Number(event.key);
  if (!event.code.startsWith('Digit') || !(n >= 1 && n <= 6)) return false;
  if (hand.armed) {
    hand.armed = false;
    hand.lens = COLOURS[n - 1] ?? null;
    return true;
  }
  const slot = hand.slots[n - 1];
  if (!slot) return false;
  putDown(hand, deeds, () => hand.lift(slot.id));
  if (hand.tile) hand.over(hand.cursor);
  hand.tell();
  return true;
}

function lens(hand: Hand): void {
  if (hand.lens) hand.lens = null;
  else hand.armed = true;
}

/** Do what a key means; returns whether it meant something. */
export function press(event: KeyboardEvent, hand: Hand, model: GenialModel, deeds: Deeds): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (steer(event, hand, model, deeds) || digit(event, hand, deeds)) return true;
  const by: Record<string, () => void> = {
    q: () => hand.turn(-1),
    e: () => hand.turn(1),
    f: () => hand.flip(),
    escape: () => putDown(hand, deeds, () => hand.back()),
    enter: () => (hand.pinned ? deeds.place() : hand.over(hand.cursor, true)),
    z: () => deeds.takeBack(),
    n: () => (hand.next(event.shiftKey ? -1 : 1), deeds.focus(hand.cursor)),
    x: () => deeds.announce(scan(model, hand.cursor)),
    t: () => deeds.announce(allTracks(model)),
    b: () => deeds.announce(summary(model)),
    l: () => deeds.replayLast(),
    c: () => lens(hand),
    h: () => deeds.hint(),
    s: () => deeds.swap(),
    '/': () => deeds.typeMove(),
  };
  // With nothing to take back the key is somebody else's.
  if (event.key === 'Escape' && hand.idle) return false;
  const deed = by[event.key.toLowerCase()];
  if (!deed) return false;
  if (event.key === 'Enter' && !hand.tile) deeds.empty(cellName(model, hand.cursor));
  else deed();
  return true;
}

/** The keys for the help page, each with the key of its words. */
export const KEYS = [
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
].map(([key = '', does]) => ({ key, does: `genial.key.${does}` }));
