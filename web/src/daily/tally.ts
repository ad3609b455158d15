/** How others did in a puzzle: the server is told one's result, once, and answers with numbers. */
import { ask } from '../wire/http';
import type { PuzzleResult, Tally } from '../wire/messages';
import { HAS_SERVER } from '../wire/server';
import { claimSending, countsNow, dropSending } from './progress.svelte';
import type { Puzzle } from './puzzles';

type Which = Pick<Puzzle, 'game' | 'day' | 'id'>;
const addressOf = ({ game, day }: Which): string => `/puzzles/${game}/${day}`;

/**
 * Return how others did in a puzzle that one has finished; `outcome` is the try that found the best
 * move, or 0. Null where no server answers.
 */
export async function tallyOf(which: Which, outcome: number): Promise<Tally | null> {
  if (!HAS_SERVER || !navigator.onLine) return null;
  try {
    return (await tell(which, { outcome })) ?? (await ask<Tally>(addressOf(which)));
  } catch {
    return null;
  }
}

/** Tell the server one's result, unless it is too late for that, or it was told before. */
async function tell(which: Which, result: PuzzleResult): Promise<Tally | null> {
  if (!countsNow(which.day) || !claimSending(which)) return null;
  try {
    return await ask<Tally>(addressOf(which), result);
  } catch (problem) {
    dropSending(which);
    throw problem;
  }
}

/** One way to finish a puzzle, and how many people did. */
export interface Way {
  /** The try that found the best move; 0: none did. */
  outcome: number;
  people: number;
  /** Of all who finished it. */
  percent: number;
}

/** The ways in the order of the panel, and how many people there are. */
export function waysOf({ found, missed }: Tally): { ways: Way[]; total: number } {
  const people = [...found, missed];
  const total = people.reduce((sum, n) => sum + n, 0);
  const ways = people.map((n, at) => ({
    outcome: (at + 1) % people.length,
    people: n,
    percent: total ? Math.round((100 * n) / total) : 0,
  }));
  return { ways, total };
}
