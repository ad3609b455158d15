/** The signs that distinguish the other players on a track: letters or numbers. */

export interface Peg {
  sign: string;
  /** Whether a name itself tells its sign: it begins with the letter, or ends with the number. */
  told: boolean;
}

/** Two whose names begin alike get a number: that of the name, if all have one. */
export function pegsOf(names: readonly string[]): Peg[] {
  const letters = names.map((name) => name.charAt(0).toUpperCase());
  const numbers = names.map((name) => /\d$/.exec(name)?.[0] ?? '');
  const numbered = new Set(numbers).size === names.length && !numbers.includes('');
  return letters.map((letter, n) => {
    const alone = letters.indexOf(letter) === letters.lastIndexOf(letter);
    const number = numbered ? (numbers[n] ?? '') : String(n + 1);
    return { sign: alone ? letter : number, told: alone || numbered };
  });
}
