/** The pictures by their card and side: their drawing, and their name in each language. */
import { drawingUrl } from '../../../kit/drawingUrl';
import { LANGUAGES, language } from '../../../kit/i18n.svelte';
import pictures from './pictures.json';

// pictures.json is made from the game's own pictures.csv; a test compares the two.
const known = pictures as Record<string, string[]>;

/** Where the drawing of a picture is. */
export const drawingOf = (picture: string): string => drawingUrl('noto', known[picture]?.[0] ?? '');

/** The name of a picture in the language in use. */
export const nameOf = (picture: string): string =>
  known[picture]?.[1 + LANGUAGES.indexOf(language.now)] ?? picture;
