import { expect, it } from 'vitest';
import { language } from '../kit/i18n.svelte';
import { saidOf } from './said';

it('a try is told with how often it wins, and without it where that is not known', () => {
  language.now = 'en';
  expect(saidOf('close', { p: 61, q: 68 })).toBe('Close: it wins 61%, the best move 68%.');
  expect(saidOf('no', { p: 20, q: 68 })).toBe('Not this one: it wins 20%, the best move 68%.');
  expect(saidOf('found', { p: 68, q: 68 })).toBe('Found!');
  expect(saidOf('close', null)).toBe('Close.');
  expect(saidOf('no', null)).toBe('Not this one.');
  expect(saidOf('found', null)).toBe('Found!');
});
