import { expect, it } from 'vitest';
import { pegsOf } from './pegs';

const signs = (...names: string[]): string[] => pegsOf(names).map(({ sign }) => sign);
const told = (...names: string[]): boolean[] => pegsOf(names).map((peg) => peg.told);

it('are the first letters, where they differ', () => {
  expect(signs('ada', 'Bert')).toEqual(['A', 'B']);
  expect(told('ada', 'Bert')).toEqual([true, true]);
});

it('are the numbers of names that begin alike, which then need no second sign', () => {
  expect(signs('Lucky 1', 'Lucky 2')).toEqual(['1', '2']);
  expect(told('Lucky 1', 'Lucky 2')).toEqual([true, true]);
});

it('are counted where only some names have a number', () => {
  expect(signs('Ada', 'Anna', 'Bert')).toEqual(['1', '2', 'B']);
  expect(told('Ada', 'Anna', 'Bert')).toEqual([false, false, true]);
});
