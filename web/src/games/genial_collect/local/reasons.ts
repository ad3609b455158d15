/** Reasons for a move: the odds of the next tile, and what stopping brings (reasons.py). */
import type { Move, Slip, Why } from '../../../local/game';
import type { KernelView } from '../../../local/kernelGame';
import type { GenialCollect } from './game';
import { STOP, TURN_UP } from './notation';
import { nextTile, stopping } from './preview';

export function reasons(
  game: GenialCollect,
  view: KernelView,
  moves: readonly Move[],
  move: Move,
): Why[] {
  const { bad, pile, cost } = nextTile(game, view);
  if (move === STOP) {
    const { wins, tiles } = stopping(game, view) as { wins: boolean; tiles: string[] };
    return [
      ...(wins ? [{ why: 'wins' }] : []),
      { why: 'secures', tiles: tiles.length },
      ...(moves.includes(TURN_UP) && bad ? [{ why: 'avoids', bad, pile, cost }] : []),
    ];
  }
  if (!moves.includes(STOP)) return [{ why: 'must' }];
  return [bad ? { why: 'risks', bad, pile, cost } : { why: 'safe' }];
}

/** Whether somebody stopped too early or too late, with the odds of a bad tile (tastes.py). */
export function slip(game: GenialCollect, view: KernelView, move: Move, better: Move): Slip | null {
  if (move === better) return null;
  const { bad, pile, cost } = nextTile(game, view);
  const name = move === STOP ? 'early' : 'late';
  return { slip: name, taste: name, bad, pile, cost };
}
