/** What a move overlooked, as the module finds it (slips.py). */
import type { Move, Slip } from '../../../local/game';
import type { KernelView } from '../../../local/kernelGame';
import { firstSlip } from '../../../local/reasons';
import { COLOURS } from './board';
import type { Genial } from './game';
import { unseen } from './view';

const colour = (n: number): string => COLOURS[n % COLOURS.length] ?? '';
const colours = (mask: number): string[] => [...COLOURS].filter((_, n) => (mask >> n) & 1);

export function slip(
  { board, table }: Genial,
  view: KernelView,
  move: Move,
  better: Move,
): Slip | null {
  const next = (view.seat + 1) % view.setup.seats;
  const named = ([a = 0, b = 0, c = 0, d = 0, e = 0]: number[]) => ({
    last: { colour: colour(a), left: b, from: c, to: d },
    weakest: { colours: colours(a), from: b, to: c, tied: d },
    shuts: { colour: colour(a), seat: b, points: c, tied: d },
    gift: { seat: next, opens: a, instead: b },
    denies: { colour: colour(a), seat: b, points: c, instead: d, tied: e },
    spends: { colour: colour(a), tile: board.tileName(b), tied: c },
    places: { colour: colour(a), places: b, instead: c, tied: d },
  });
  return firstSlip(table, view, [move, better], named, unseen(table, view));
}
