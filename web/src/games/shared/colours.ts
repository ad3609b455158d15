/** The six colours by their letters, as the server sends them, and numbers for each of them. */
import { t } from '../../kit/i18n.svelte';
import type { Colour as ColourName } from '../../kit/shapes';

export const COLOURS = ['r', 'g', 'b', 'o', 'y', 'p'] as const;
export type Colour = (typeof COLOURS)[number];
export const COLOUR_NAMES: Record<Colour, ColourName> = {
  r: 'red',
  g: 'green',
  b: 'blue',
  o: 'orange',
  y: 'yellow',
  p: 'purple',
};
export type ByColour = Record<Colour, number>;

/** Return the colours of the two halves of a tile or card. */
export const halves = (piece: string): [Colour, Colour] => [
  piece.charAt(0) as Colour,
  piece.charAt(1) as Colour,
];

/** Return the two colours of a tile as the kit's tiles take them. */
export const faces = (tile: string): { a: ColourName; b: ColourName } => {
  const [a, b] = halves(tile);
  return { a: COLOUR_NAMES[a], b: COLOUR_NAMES[b] };
};

/** Return the lowest number and the colours that have it. */
export function weakest(values: ByColour): { value: number; colours: Colour[] } {
  const value = Math.min(...COLOURS.map((colour) => values[colour]));
  return { value, colours: COLOURS.filter((colour) => values[colour] === value) };
}

/** Return the colours from the lowest number to the highest. */
export const ascending = (values: ByColour): Colour[] =>
  [...COLOURS].sort((a, b) => values[a] - values[b]);

// A symbol ("roter Stern") would have to be declined inside a sentence: it stands there as a name,
// at the beginning or after a colon. A colour ("Rot") never changes.
/** Return the name of a colour's symbol: "red star". */
export const symbolName = (colour: Colour): string => t(`colour.${COLOUR_NAMES[colour]}`);

/** Return the name of a colour: "red". */
export const colourName = (colour: Colour): string => t(`colourName.${COLOUR_NAMES[colour]}`);

/** Return the variable of a colour in the style sheet. */
export const ink = (colour: Colour): string => `var(--${COLOUR_NAMES[colour]})`;
