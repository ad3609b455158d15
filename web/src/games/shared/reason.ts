/** What the words for reasons share: a colour, several, and how many of the weakest they are. */
import type { Values } from '../../kit/i18n.svelte';
import type { Hint, Why } from '../contract';
import { colourName, type Colour } from './colours';
import { listed } from './speak';

/** The values for a sentence: numbers as they are, colours and seats by their names. */
export function reasonValues(why: Why, names: readonly string[]): Values {
  const numbers = Object.entries(why).filter(([, value]) => typeof value === 'number');
  const colours = (why.colours ?? (why.colour ? [why.colour] : [])) as Colour[];
  return {
    ...(Object.fromEntries(numbers) as Values),
    n: colours.length,
    colour: colours[0] ? colourName(colours[0]) : '',
    colours: listed(colours.map(colourName)),
    name: names[Number(why.seat ?? 0)] ?? '',
  };
}

/** The end of the key for what is lifted: one colour, some of several weakest, or all of them. */
export function liftKey(why: Why): string {
  const n = (why.colours as unknown[]).length;
  if (n === 1) return '';
  return n === Number(why.tied) ? '.all' : '.more';
}

/** The judge looks into sampled worlds: fewer wins in 100 than these may be luck. */
const LEAST = 5;

/**
 * How many more games in 100 the best of some hints wins than the next one with another idea; null
 * where that is too few to be told, or all of them are one idea.
 */
export function winsAhead(
  [best, ...others]: readonly Hint[],
  alike: (best: string, other: string) => boolean = () => false,
): number | null {
  const next = others.find(({ move }) => best && !alike(best.move, move));
  if (!best || !next) return null;
  const n = Math.round(100 * (best.worth - next.worth));
  return n >= LEAST ? n : null;
}
