import { expect, it } from 'vitest';
import { CHAIN, covered, GAP, linesOf, PRINTED, ROUND_GAP, sum } from './examples';
import en from './words/en.json';
import de from './words/de.json';
import nl from './words/nl.json';

const points = CHAIN.map((placed, n) =>
  linesOf(placed, { ...PRINTED, ...covered(CHAIN.slice(0, n)) }).map(sum),
);

it('A15 i to iv: the chain beside the printed blue scores what the book says', () => {
  expect(points).toEqual([
    [0, 1],
    [1, 2],
    [2, 2],
    [2, 4],
  ]);
});

it('A15 v: the green double in the gap scores 7 and 5', () => {
  const [left, right] = linesOf(GAP, ROUND_GAP);
  const lengths = (lines: typeof left): number[] => lines.map(({ cells }) => cells.length).sort();
  expect(lengths(left)).toEqual([1, 1, 1, 1, 3]);
  expect(lengths(right)).toEqual([1, 1, 1, 2]);
});

it.each(Object.entries({ en, de, nl }))(
  'the words in %s name the points of each step',
  (_, words) => {
    points.forEach(([first, second], n) => {
      const said = (words as Record<string, string>)[`genial.howto.score.${n + 1}.picture`] ?? '';
      const numbers = said.match(/\d+/g)?.map(Number);
      expect(numbers?.slice(-2), said).toEqual([first, second]);
    });
  },
);
