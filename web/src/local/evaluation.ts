/** Values of moves for bots, hints and analyses (bots/evaluation.py); only a view is seen. */
import type { LocalGame, Move } from './game';

/** Moves and the value of each, between 0 and 1: expected outcomes, or only ranks. */
export interface Judgement {
  moves: readonly Move[];
  values: number[];
  source: 'judge' | 'worth';
}

/** For each move the share of the other moves that it beats; ties count half. */
function byRank(worth: readonly number[]): number[] {
  if (worth.length < 2) return worth.map(() => 1);
  return worth.map((own) => {
    const below = worth.filter((other) => other < own).length;
    const ties = worth.filter((other) => other === own).length;
    return (below + (ties - 1) / 2) / (worth.length - 1);
  });
}

/** Return the values of the legal moves; null if the game has neither judge nor measure. */
export function judged(
  game: LocalGame,
  view: unknown,
  legal: readonly Move[],
  effort: number,
  seed: bigint,
): Judgement | null {
  const found = game.judge(view, legal, effort, seed);
  if (found) return { moves: legal, values: [...found], source: 'judge' };
  const worth = game.worth(view, legal);
  return worth && { moves: legal, values: byRank(worth), source: 'worth' };
}

/** Moves with their values, the best first; equal ones in the order of the moves. */
export const ranked = ({ moves, values }: Judgement): { move: Move; value: number }[] =>
  moves
    .map((move, n) => ({ move, value: values[n] ?? 0 }))
    .sort((one, other) => other.value - one.value);
