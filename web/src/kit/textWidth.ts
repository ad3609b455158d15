/** Estimates the width of words in the page's bold font, to size text that must fit. */

const WIDTHS: [RegExp, number][] = [
  [/[MWmw@%]/, 0.9],
  [/[ijlI1.,:;'|!]/, 0.28],
  [/[ftr()-]/, 0.38],
  [/[a-z0-9ßà-ÿ]/, 0.55],
  [/[A-ZÀ-Þ]/, 0.66],
];
// Emoji and other scripts.
const WIDEST = 1.1;

const ems = (word: string): number =>
  [...word].reduce((sum, one) => {
    const [, width] = WIDTHS.find(([kind]) => kind.test(one)) ?? [null, WIDEST];
    return sum + width;
  }, 0);

/** The width of the longest of some words, in the height of their letters (em). */
export const widest = (words: readonly string[]): number => Math.max(1, ...words.map(ems));

/** The words of a name; its lines may break between them. */
export const wordsOf = (name: string): string[] => name.split(' ').filter(Boolean);
