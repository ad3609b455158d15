import { expect, it } from 'vitest';
import { columnsOf } from './columns';
import type { Round } from './rounds';

const round = (choices: (string | null)[], symbols: string[] = []): Round => ({
  number: 1,
  picture: '1a',
  rows: [],
  choices,
  award: { symbols, seats: [], stack: 1 },
});

it('has a column for each word, the winner in the middle', () => {
  const columns = columnsOf(round(['blue', 'big', 'big', 'heavy', 'blue', 'big'], ['big']));
  expect(columns.map(({ symbol }) => symbol)).toEqual(['blue', 'big', 'heavy']);
  expect(columns.map(({ won }) => won)).toEqual([false, true, false]);
  expect(columns[1]?.seats).toEqual([1, 2, 5]);
});

it('has those who were too slow last', () => {
  const columns = columnsOf(round([null, 'red', 'red', null]));
  expect(columns.map(({ symbol, seats }) => [symbol, seats])).toEqual([
    ['red', [1, 2]],
    ['', [0, 3]],
  ]);
});
