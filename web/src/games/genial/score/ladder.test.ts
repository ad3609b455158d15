import { expect, it } from 'vitest';
import type { TableState } from '../../../wire/messages';
import { ladder } from './ladder';
import type { Result } from './ladder';
import type { Scores } from '../view';
import { headline } from './verdictText';

/** No line breaks between a name and its number. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

const scores = (...six: number[]): Scores => {
  const [r = 0, g = 0, b = 0, o = 0, y = 0, p = 0] = six;
  return { r, g, b, o, y, p };
};
const result = (ranks: number[], found: Result['scores']): Result => ({
  ranks,
  scores: found,
  reason: 'board-full',
});

it('the weakest decides', () => {
  const found = ladder(
    result([2, 1], [scores(9, 18, 18, 18, 18, 18), scores(10, 10, 10, 10, 10, 10)]),
  );
  expect(found.standings.map((one) => one.seats)).toEqual([[1], [0]]);
  expect(found.decides).toBe(0);
});

it('9, 12, 14 is ahead of 9, 12, 13: the third rung decides (A15)', () => {
  const found = ladder(
    result([1, 2], [scores(9, 12, 14, 18, 18, 18), scores(18, 13, 12, 9, 18, 18)]),
  );
  expect(found.decides).toBe(2);
  expect(found.standings[1]?.rungs.map((rung) => rung.colour).slice(0, 3)).toEqual(['o', 'b', 'g']);
});

it('all equal: nothing decides', () => {
  expect(
    ladder(result([1, 1], [scores(7, 7, 7, 7, 7, 7), scores(7, 7, 7, 7, 7, 7)])).decides,
  ).toBeNull();
});

it('teams: seats 0 and 2 against 1 and 3 (C1)', () => {
  const found = ladder(
    result([2, 1, 2, 1], [scores(20, 21, 22, 23, 24, 25), scores(30, 31, 32, 33, 34, 35)]),
  );
  expect(found.standings.map((one) => one.seats)).toEqual([
    [1, 3],
    [0, 2],
  ]);
});

it('duel: two each, 2 and 4 beat 2 and 3 (D5)', () => {
  const found = ladder(result([1, 2], scores(2, 4, -2, -3, 0, 0)));
  expect(found.standings.map((one) => one.pulled)).toEqual([2, 2]);
  expect(found.standings[0]?.rungs.map((rung) => rung.value)).toEqual([2, 4]);
  expect(found.decides).toBe(1);
});

it('duel: more markers on one side decide by themselves', () => {
  const found = ladder(result([2, 1], scores(1, -1, -1, 0, 0, 0)));
  expect(found.decides).toBeNull();
  expect(found.standings[0]?.pulled).toBe(2);
});

it('alone there is one standing', () => {
  expect(ladder(result([1], [scores(1, 2, 3, 4, 5, 6)])).standings).toHaveLength(1);
});

it('duel: the tie-break speaks of markers (D5)', () => {
  const table = { seats: [{ name: 'Chris' }, { name: 'Angelika' }] } as TableState;
  const said = (found: Scores): string =>
    plain(headline({ ...result([1, 2], found) }, table, null).reason);
  expect(said(scores(3, 4, -2, -3, 0, 0))).toBe(
    '2 markers each, then the weakest marker: Chris – 3, Angelika – 2.',
  );
  expect(said(scores(2, 4, -2, -3, 0, 0))).toBe(
    '2 markers each, then the weakest marker that differs: Chris – 4, Angelika – 3.',
  );
});

it('duel: equal markers are won on the tie-break, and all equal is a draw (D5)', () => {
  const table = { seats: [{ name: 'Ada' }, { name: 'Ben' }] } as unknown as TableState;
  const told = (ranks: number[], six: Scores, seat: number): { title: string; reason: string } =>
    headline(result(ranks, six) as unknown as Record<string, unknown>, table, seat);
  const close = told([1, 2], scores(3, 4, -2, -4, 0, 0), 0);
  expect(close.title).toBe('You win on the tie-break!');
  expect(plain(close.reason)).toBe('2 markers each, then the weakest marker: You – 3, Ben – 2.');
  const draw = told([1, 1], scores(2, -2, 0, 0, 0, 0), 0);
  expect(draw.reason).toBe('1 marker each, equally far.');
  const clear = told([1, 2], scores(2, 2, -2, 0, 0, 0), 0);
  expect(clear.title).toBe('You win!');
});
