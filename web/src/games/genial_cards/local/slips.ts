/** What a card overlooked, as the module finds it (slips.py). */
import type { Move, Slip } from '../../../local/game';
import type { KernelView } from '../../../local/kernelGame';
import { firstSlip } from '../../../local/reasons';
import { COLOURS } from './cards';
import type { GenialCards } from './game';

const colour = (n: number): string => COLOURS[n % COLOURS.length] ?? '';
const colours = (mask: number): string[] => [...COLOURS].filter((_, n) => (mask >> n) & 1);

export function slip(
  { cards, table }: GenialCards,
  view: KernelView,
  move: Move,
  better: Move,
): Slip | null {
  const named = ([a = 0, b = 0, c = 0, d = 0, e = 0]: number[]) => ({
    last: { colour: colour(a), left: b, from: c, to: d },
    weakest: { colours: colours(a), from: b, to: c, tied: d },
    gift: { colour: colour(a), seat: b, opens: c, instead: d, tied: e },
    spends: { colour: colour(a), card: cards.name(b), tied: c },
  });
  return firstSlip(table, view, [move, better], named, table.beside.word(view.beside, 'unseen'));
}
