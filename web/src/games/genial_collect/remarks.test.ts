import { expect, it } from 'vitest';
import type { GameEvent } from '../contract';
import { remarks } from './remarks';

const up = (seat: number, good = true): GameEvent => ({ event: 'turn_up', seat, tile: 'r', good });
const stop = (seat: number, n: number): GameEvent => ({
  event: 'stop',
  seat,
  tiles: Array.from({ length: n }, () => 'r'),
});
/** A turn in which so many good tiles are turned up, and then so many are taken; none: a bad tile. */
const turn = (seat: number, shown: number, taken: number): GameEvent[] => [
  ...Array.from({ length: shown }, () => up(seat)),
  taken ? stop(seat, taken) : up(seat, false),
];
const calm = Array.from({ length: 6 }, (_, n) => turn(n % 2, 1, 2)).flat();

it('nothing is remarkable in short turns, nor early in a game', () => {
  expect(remarks([...calm, ...turn(0, 2, 0), ...turn(1, 1, 4)])).toEqual([]);
  expect(remarks([...turn(0, 4, 0), ...turn(1, 4, 9)])).toEqual([]);
});

it('a bad tile that takes three or more is a mishap', () => {
  expect(remarks([...calm, ...turn(1, 3, 0)])).toEqual([{ what: 'mishap', seats: [1] }]);
});

it('whoever goes on, stops in time and takes more than anybody before did a great thing', () => {
  const great = { what: 'great', seats: [0] };
  expect(remarks([...calm, ...turn(0, 3, 6)])).toEqual([great]);
  expect(remarks([...calm, ...turn(0, 3, 6), ...turn(1, 3, 6)])).toEqual([great]);
});
