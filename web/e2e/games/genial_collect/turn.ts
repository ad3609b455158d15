/** A turn of the collecting game by keyboard, in any engine: one tile, then stop. */
import { SPACE } from '../../engines/tab.ts';
import type { Turn } from '../../engines/paths.ts';

export const turn: Turn = [
  { focus: '.actions .stop', keys: ['s'] },
  { focus: '.actions .go', keys: [SPACE] },
];
