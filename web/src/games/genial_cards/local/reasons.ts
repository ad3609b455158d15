/** Reasons for a move, as the module finds them (reasons.py). */
import type { Move, Why } from '../../../local/game';
import type { KernelView } from '../../../local/kernelGame';
import { listReasons } from '../../../local/reasons';
import { COLOURS } from './cards';
import type { GenialCards } from './game';

const colour = (n: number): string => COLOURS[n % COLOURS.length] ?? '';
const colours = (mask: number): string[] => [...COLOURS].filter((_, n) => (mask >> n) & 1);

export function reasons(
  { cards, table }: GenialCards,
  view: KernelView,
  moves: readonly Move[],
  move: Move,
): Why[] {
  const named = ([a = 0, b = 0, c = 0, d = 0, e = 0]: number[]) => ({
    bonus: { colours: colours(a) },
    lifts: { colours: colours(a), from: b, to: c, tied: d, weakest: e },
    opens: { colours: colours(a), to: b },
    shuts: { colour: colour(a), seat: b, cards: c, tied: e },
    gift: { colour: colour(a), seat: b, opens: c, instead: d, tied: e },
    denies: { colour: colour(a), seat: b, from: c, to: d, tied: e },
    order: { colour: colour(a), steps: b, instead: c },
    prepares: { colour: colour(a), at: b, end: c },
    saves: { colour: colour(a), card: cards.name(b), tied: c },
    points: { points: a },
    renews: { colours: colours(a) },
  });
  return listReasons(table, view, moves, move, named);
}
