/** A round of the picture game by keyboard, in any engine: go on, and choose the first symbol. */
import { ENTER } from '../../engines/tab.ts';
import type { Turn } from '../../engines/paths.ts';

export const turn: Turn = [
  { focus: '.next .btn.pri', keys: [ENTER] },
  { focus: 'button[data-symbol][tabindex="0"]', keys: ['1', '1'] },
];
