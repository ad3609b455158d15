import { expect, it } from 'vitest';
import { winsAhead } from './reason';

const hints = (...worth: number[]) => worth.map((one, n) => ({ move: `m${n}`, worth: one }));

it('how much better a hint is: wins in 100, rounded, over the next one', () => {
  expect(winsAhead(hints(0.714, 0.592, 0.1))).toBe(12);
  expect(winsAhead(hints(0.65, 0.6))).toBe(5);
});

it('is not told where it may be luck, nor where there is nothing beside it', () => {
  expect(winsAhead(hints(0.644, 0.6))).toBeNull();
  expect(winsAhead(hints(1))).toBeNull();
  expect(winsAhead([])).toBeNull();
});

it('compares with the next one that has another idea', () => {
  const alike = (_: string, other: string): boolean => other === 'm1';
  expect(winsAhead(hints(0.7, 0.69, 0.5), alike)).toBe(20);
  expect(winsAhead(hints(0.7, 0.4), alike)).toBeNull();
});
