/** The best placement that a move would open for the next player (giveaway.py). */
import type { Move } from '../../../local/game';
import type { KernelView } from '../../../local/kernelGame';
import { cellName, COLOURS } from './board';
import type { Genial } from './game';
import { PLACE } from './notation';
import { unseen } from './view';

const GIVEN = 7;

export function giveaway(
  { table }: Genial,
  view: KernelView,
  move: Move,
): Record<string, unknown> | null {
  const { seat, setup } = view;
  if (move < PLACE || setup.seats === 1) return null;
  const halves = table.room('halves', 'i8', 4 * COLOURS.length);
  const out = table.room('given', 'i8', GIVEN);
  if (!table.number('best_opened', view, seat, move, unseen(table, view), halves, out)) return null;
  const [first = 0, second = 0, colour = 0, other = 0, points = 0, more = 0, steps = 0] =
    table.written(out, 'i8', GIVEN);
  return {
    seat: (seat + 1) % setup.seats,
    tile: `${COLOURS[colour]}${COLOURS[other]}`,
    cells: [cellName(first), cellName(second)],
    points: [points, more],
    steps,
  };
}
