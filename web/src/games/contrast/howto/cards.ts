/** The six symbol cards (F1). */
import type { Pair } from '../view';

export const CARDS: Pair[] = [
  ['red', 'yellow'],
  ['blue', 'green'],
  ['big', 'small'],
  ['heavy', 'light'],
  ['thick', 'thin'],
  ['round', 'angular'],
];
