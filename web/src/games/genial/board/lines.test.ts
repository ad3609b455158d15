import { expect, it } from 'vitest';
import { EVERY, geometry } from './geometry';
import { lineFrom, linesRound, longest, promising } from './lines';
import { CASES } from '../testing/table';
import type { Colour } from '../view';

const board = geometry(6);
const cells: Record<string, Colour> = { h7: 'b', h6: 'b', h5: 'r', i9: 'g' };
const WAYS = ['e', 'se', 'sw', 'w', 'nw', 'ne'];

it('reads lines until something else comes', () => {
  expect(lineFrom(cells, board, 'h8', 3)).toEqual({ heading: 3, colour: 'b', length: 2 });
  expect(lineFrom(cells, board, 'h8', 0)).toBeNull();
  expect(linesRound(cells, board, 'h8').map((line) => line.colour)).toEqual(['g', 'b']);
  expect(longest(cells, board).get('b')).toBe(2);
  expect(promising(cells, board, 'b', 2)).toContain('h8');
});

it('what is seen is what the server says', () => {
  for (const { view, preview } of Object.values(CASES)) {
    const real = geometry(view.side);
    for (const [cell, lines] of Object.entries(preview.lines))
      for (const heading of EVERY) {
        const line = lineFrom(view.cells, real, cell, heading);
        expect(line ? `${line.colour}${line.length}` : undefined).toBe(lines[WAYS[heading] ?? '']);
      }
  }
});
