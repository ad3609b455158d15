import { expect, it } from 'vitest';
import { complete } from './oldEngines';

/** An array of an engine that has no newer methods. */
function oldArray<T>(...values: T[]): T[] {
  const bare = Object.create(null) as object;
  complete(bare);
  Object.setPrototypeOf(bare, Array.prototype);
  expect(Object.keys(bare)).toEqual([]); // loops do not see them
  expect(Object.getOwnPropertyNames(bare).sort()).toEqual(['toReversed', 'toSorted']);
  return Object.setPrototypeOf(values, bare) as T[];
}

it('sorts and reverses copies where the engine cannot', () => {
  const array = oldArray(3, 1, 10, 2);
  expect([...array.toSorted((a, b) => a - b)]).toEqual([1, 2, 3, 10]);
  expect([...array.toSorted()]).toEqual([1, 10, 2, 3]);
  expect([...array.toReversed()]).toEqual([2, 10, 1, 3]);
  expect([...array]).toEqual([3, 1, 10, 2]);
});

it('leaves what an engine has', () => {
  const own = { toSorted: () => 'own' };
  complete(own);
  expect(own.toSorted()).toBe('own');
});
