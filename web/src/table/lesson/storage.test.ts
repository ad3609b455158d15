import { beforeEach, expect, it } from 'vitest';
import { keep, note, OFFERED, recall, want } from './storage';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('a lesson that somebody asked for begins at the next table, though it was offered before', () => {
  note('first');
  expect(recall('first', 'AAAAAA')).toBeNull();
  want('first');
  expect(recall('second', 'AAAAAA')).toBe(OFFERED);
  expect(recall('first', 'AAAAAA')).toBe(0);
});

it('and belongs to that table from then on', () => {
  note('third');
  want('third');
  keep('third', 'AAAAAA', 2);
  expect(recall('third', 'AAAAAA')).toBe(2);
  expect(recall('third', 'BBBBBB')).toBeNull();
});
