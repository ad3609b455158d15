/** Reasons for a move, as the module finds them (reasons.py). */
import type { Move, Why } from '../../../local/game';
import type { KernelView } from '../../../local/kernelGame';
import { listReasons } from '../../../local/reasons';
import { COLOURS } from './board';
import type { Genial } from './game';
import { unseen } from './view';

const colour = (n: number): string => COLOURS[n % COLOURS.length] ?? '';
const colours = (mask: number): string[] => [...COLOURS].filter((_, n) => (mask >> n) & 1);

export function reasons(
  { board, table }: Genial,
  view: KernelView,
  moves: readonly Move[],
  move: Move,
): Why[] {
  const named = ([a = 0, b = 0, c = 0, d = 0, e = 0]: number[]) => ({
    bonus: { colours: colours(a) },
    lifts: { colours: colours(a), from: b, to: c, tied: d, weakest: e },
    pulls: { colours: colours(a) },
    shuts: { colour: colour(a), seat: b, points: c, tied: e },
    gift: { opens: a, instead: b, gain: c },
    denies: { colour: colour(a), seat: b, from: c, to: d, tied: e },
    prepares: { colour: colour(a), at: b, end: c },
    keeps: { colour: colour(a), places: b, instead: c, tied: d },
    saves: { colour: colour(a), tile: board.tileName(b), tied: c },
    points: { points: a },
    swaps: { colours: colours(a) },
    sheds: { colours: colours(a), tiles: b },
  });
  return listReasons(table, view, moves, move, named, { unseen: unseen(table, view) });
}
