import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GLYPHS } from '../cards/glyphs';
import pictures from './pictures.json';
import { SYMBOLS } from '../view';

const file = join(process.cwd(), '..', 'src', 'hexade', 'games', 'contrast', 'pictures.csv');
const [head = '', ...rows] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
const columns = head.split(',');
const read = (row: string, column: string): string => row.split(',')[columns.indexOf(column)] ?? '';

describe('pictures', () => {
  it('are those of the game itself, with their drawing, three names and emoji', () => {
    const own = rows.map((row) => [
      read(row, 'card') + read(row, 'side'),
      ['noto_name', 'name_en', 'name_de', 'name_nl', 'char'].map((column) => read(row, column)),
    ]);
    expect(pictures).toEqual(Object.fromEntries(own));
    expect(own).toHaveLength(148);
  });

  it('have a drawing of every symbol that the game has', () => {
    const symbols = columns.slice(-12);
    expect([...symbols].sort()).toEqual([...SYMBOLS].sort());
    expect(Object.keys(GLYPHS).sort()).toEqual([...SYMBOLS].sort());
  });
});
