import { expect, test } from 'vitest';
import { comings } from './comings.svelte';

const seat = (name: string | null) => ({ name, avatar: 'fox', here: true });
const seats = (...names: (string | null)[]) => names.map(seat);

test('whoever sits down has just come, and whoever leaves has just left', () => {
  expect(comings(seats('Ada', null), seats('Ada', 'Ben'))).toEqual([
    [1, { came: true, name: 'Ben' }],
  ]);
  expect(comings(seats('Ada', 'Ben'), seats('Ada', null))).toEqual([
    [1, { came: false, name: 'Ben' }],
  ]);
});

test('whoever changes seats neither came nor left', () => {
  expect(comings(seats('Ada', 'Ben'), seats('Ben', 'Ada'))).toEqual([]);
  expect(comings(seats('Ada', null), seats(null, 'Ada'))).toEqual([]);
});

test('seats that are added or removed are no news of people', () => {
  expect(comings(seats('Ada', null), seats('Ada', null, null))).toEqual([]);
});

test('one who takes the seat of another has come', () => {
  expect(comings(seats('Ada', 'Ben'), seats('Ada', 'Cleo'))).toEqual([
    [1, { came: true, name: 'Cleo' }],
  ]);
});
