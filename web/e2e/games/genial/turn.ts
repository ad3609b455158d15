/** A turn of the board game by keyboard, in any engine: the best spot for the first tile. */
import { ENTER } from '../../engines/tab.ts';
import type { Turn } from '../../engines/paths.ts';

export const turn: Turn = [
  { focus: '[data-cell][tabindex="0"]', keys: ['1', 'n', ENTER, ENTER] },
  { focus: '.offer .answers button', keys: [ENTER] },
];
