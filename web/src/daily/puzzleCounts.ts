/** How others did in a puzzle: the page sends one's result once, and receives the numbers. */
import { ask } from '../wire/http';
import type { PuzzleResult, PuzzleCounts } from '../wire/messages';
import { HAS_SERVER } from '../wire/server';
import { claimSending, countsNow, dropSending } from './progress.svelte';
import type { Puzzle } from './puzzles';

type Which = Pick<Puzzle, 'game' | 'day' | 'id'>;
const addressOf = ({ game, day }: Which): string => `/puzzles/${game}/${day}`;

/**
 * Return how others did in a puzzle that one has finished; `outcome` is the try that found the best
 * move, or 0. Null where no server answers.
 */
export async function countsOf(which: Which, outcome: number): Promise<PuzzleCounts | null> {
  if (!HAS_SERVER || !navigator.onLine) return null;
  try {
    return (await tell(which, { outcome })) ?? (await ask<PuzzleCounts>(addressOf(which)));
  } catch {
    return null;
  }
}

/** Tell the server one's result, unless it is too late for that, or it was told before. */
async function tell(which: Which, result: PuzzleResult): Promise<PuzzleCounts | null> {
  if (!countsNow(which.day) || !claimSending(which)) return null;
  try {
    const counts = await ask<PuzzleCounts>(addressOf(which), result);
    if (!counts.counted) dropSending(which);
    return counts;
  } catch (problem) {
    dropSending(which);
    throw problem;
  }
}

/** One way to finish a puzzle, and how many people did. */
export interface Finish {
  /** The try that found the best move; 0: none did. */
  outcome: number;
  people: number;
  /** Of all who finished it. */
  percent: number;
}

/** All of them in the order of the panel, and how many people there are. */
export function finishesOf({ found, missed }: PuzzleCounts): {
  finishes: Finish[];
  total: number;
} {
  const people = [...found, missed];
  const total = people.reduce((sum, n) => sum + n, 0);
  const finishes = people.map((n, at) => ({
    outcome: (at + 1) % people.length,
    people: n,
    percent: total ? Math.round((100 * n) / total) : 0,
  }));
  return { finishes, total };
}
