import { expect, it } from 'vitest';
import type { Hint } from '../games/contract';
import { adviceOf } from './advice';

const page = {
  reason: ({ why }: { why?: string }) => (why === 'unknown' ? null : `It ${why}.`),
  ahead: (hints: readonly Hint[]) => (hints.length > 1 ? 'It wins more.' : null),
};
const best = { move: 'a', worth: 0.9, reasons: [{ why: 'lifts' }, { why: 'unknown' }] };
const next = { move: 'b', worth: 0.4 };

it('says why a move is good, and how much better it is where the numbers are chances', () => {
  expect(adviceOf(page, [best, next], true, [], {})).toEqual(['It lifts.', 'It wins more.']);
  expect(adviceOf(page, [best, next], false, [], {})).toEqual(['It lifts.']);
  expect(adviceOf(page, [best], true, [], {})).toEqual(['It lifts.']);
  expect(adviceOf({}, [best, next], true, [], {})).toEqual([]);
  expect(adviceOf(page, [], true, [], {})).toEqual([]);
});
