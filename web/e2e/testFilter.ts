/** Selects the test files that match the words after `e2e`. */

/** All of them for no words; else those whose path contains one, and the words that fit none. */
export function filterTests(
  files: string[],
  words: string[],
): { files: string[]; unknown: string[] } {
  if (!words.length) return { files, unknown: [] };
  const fits = (file: string, word: string): boolean => `e2e/${file}`.includes(word);
  return {
    files: files.filter((file) => words.some((word) => fits(file, word))),
    unknown: words.filter((word) => !files.some((file) => fits(file, word))),
  };
}
