import { expect, it } from 'vitest';
import { EVERY, geometry, turned } from './geometry';

it.each([
  [6, 91],
  [7, 127],
  [8, 169],
])('a board of side %i has %i cells (A1)', (side, count) => {
  expect(geometry(side).cells).toHaveLength(count);
  expect(geometry(side).rows).toHaveLength(2 * side - 1);
});

it('going there and back again ends where it began', () => {
  const board = geometry(7);
  for (const { name } of board.cells)
    for (const way of EVERY) {
      const next = board.next(name, way);
      if (next) expect(board.next(next, turned(way, 3))).toBe(name);
    }
});

it('neighbours are where the notation says', () => {
  const board = geometry(6);
  expect(EVERY.map((way) => board.next('h8', way))).toEqual(['h9', 'g8', 'g7', 'h7', 'i8', 'i9']);
});

it('up and down zig-zag, so that the column stays', () => {
  const board = geometry(8);
  let at = 'h8';
  for (let n = 0; n < 6; n++) at = board.vertical(at, true);
  expect(Math.abs(board.place(at).x)).toBeLessThan(1);
  for (let n = 0; n < 6; n++) at = board.vertical(at, false);
  expect(at).toBe('h8');
});

it('the nearest cell is found from anywhere near it, and nothing far off', () => {
  const board = geometry(6);
  for (const { name, x, y } of board.cells) expect(board.nearest(x + 9, y - 9)).toBe(name);
  expect(board.nearest(5000, 0)).toBeNull();
});

it('ends of rows and of the board', () => {
  const board = geometry(6);
  expect(board.far('h8', 'Home')).toBe('h3');
  expect(board.far('h8', 'End')).toBe('h13');
  expect(board.far('h8', 'PageUp')[0]).toBe('m');
  expect(board.far('h8', 'PageDown')[0]).toBe('c');
});
