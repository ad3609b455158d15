import { beforeEach, expect, it } from 'vitest';
import { noteBest } from './best';

beforeEach(() => localStorage.clear());

it('notes a record, which stays one when it is seen again', () => {
  expect(noteBest('g/solo', 'A.1', 9)).toEqual({ record: true, best: 9 });
  expect(noteBest('g/solo', 'A.2', 7)).toEqual({ record: false, best: 9 });
  expect(noteBest('g/solo', 'A.3', 9)).toEqual({ record: false, best: 9 });
  expect(noteBest('g/solo', 'A.1', 9)).toEqual({ record: true, best: 9 });
  expect(noteBest('g/other', 'A.4', 2)).toEqual({ record: true, best: 2 });
});
