/** How wide words are about, in the bold letters of the page: what must fit is sized by it. */

const WIDTHS: [RegExp, number][] = [
  [/[MWmw@%]/, 0.9],
  [/[ijlI1.,:;'|!]/, 0.28],
  [/[ftr()-]/, 0.38],
  [/[a-z0-9ßà-ÿ]/, 0.55],
  [/[A-ZÀ-Þ]/, 0.66],
];
// Small pictures, and writings of other kinds.
const WIDEST = 1.1;

const ems = (word: string): number =>
  [...word].reduce((sum, one) => {
    const [, width] = WIDTHS.find(([kind]) => kind.test(one)) ?? [null, WIDEST];
    return sum + width;
  }, 0);

/** The width of the longest of some words, in the height of their letters (em). */
export const widest = (words: readonly string[]): number => Math.max(1, ...words.map(ems));

/** The words of a name: between them its lines may break. */
export const wordsOf = (name: string): string[] => name.split(' ').filter(Boolean);
