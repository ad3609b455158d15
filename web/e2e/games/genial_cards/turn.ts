/** A turn of the card game by keyboard, in any engine: the first card. */
import { ENTER } from '../../engines/tab.ts';
import type { Turn } from '../../engines/paths.ts';

export const turn: Turn = [
  { focus: '.hand button[tabindex="0"]', keys: ['1'] },
  { focus: '.hand button[aria-pressed="true"]', keys: [ENTER] },
];
