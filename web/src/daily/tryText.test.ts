import { expect, it } from 'vitest';
import { language } from '../kit/i18n.svelte';
import { tryText } from './tryText';

it('a try is told with how often it wins, and without it where that is not known', () => {
  language.now = 'en';
  expect(tryText('close', { p: 61, q: 68 })).toBe('Close: it wins 61%, the best move 68%.');
  expect(tryText('no', { p: 20, q: 68 })).toBe('Not this one: it wins 20%, the best move 68%.');
  expect(tryText('found', { p: 68, q: 68 })).toBe('Found!');
  expect(tryText('close', null)).toBe('Close.');
  expect(tryText('no', null)).toBe('Not this one.');
  expect(tryText('found', null)).toBe('Found!');
});
