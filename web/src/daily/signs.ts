/** The symbol of each answer: never a colour alone. */
import type { Colour } from '../kit/shapes';
import type { Answer } from './puzzles';

export const COLOUR_OF: Record<Answer, Colour> = { found: 'green', close: 'yellow', no: 'red' };
