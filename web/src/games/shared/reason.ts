/** What the words for reasons share: a colour, several, and how many of the weakest they are. */
import type { Values } from '../../kit/i18n.svelte';
import type { Why } from '../contract';
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
