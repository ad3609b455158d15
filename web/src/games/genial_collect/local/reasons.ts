/** Reasons for a move: the odds of the next tile, and what stopping brings (reasons.py). */
import type { Move, Why } from '../../../local/game';
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
