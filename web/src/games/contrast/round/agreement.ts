/** Who thinks alike: how often two chose the same, and the picture that split the table. */
import { votes, type Round } from './rounds';

export interface Pairing {
  seats: [number, number];
  same: number;
  rounds: number;
}

/** For every two seats how often they chose the same in rounds in which both chose. */
export function alike(rounds: readonly Round[], seats: number): Pairing[] {
  const found: Pairing[] = [];
  for (let a = 0; a < seats; a++)
    for (let b = a + 1; b < seats; b++) {
      const both = rounds.filter(({ choices }) => choices[a] && choices[b]);
      const same = both.filter(({ choices }) => choices[a] === choices[b]).length;
      found.push({ seats: [a, b], same, rounds: both.length });
    }
  return found.sort((one, other) => share(other) - share(one));
}

/** The share of rounds in which two chose the same. */
export const share = ({ same, rounds }: Pairing): number => (rounds ? same / rounds : 0);

/** The round with the most different choices; the later one of several. */
export function split(rounds: readonly Round[]): Round | null {
  let most: Round | null = null;
  for (const round of rounds) if (!most || votes(round).size >= votes(most).size) most = round;
  return most && votes(most).size > 1 ? most : null;
}
