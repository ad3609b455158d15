/** Loads how to play a game: its panels and their words in one language, only when they are read. */
import { howToOf } from '../games';
import type { HowToPanel } from '../games/contract';
import { stretched } from '../kit/i18n.svelte';
import type { Language, Words } from '../kit/i18n.svelte';

const words = import.meta.glob<Words>('../games/*/howto/words/*.json', { import: 'default' });

/** The panels of a game with all that they say. */
export interface Guide {
  game: string;
  language: Language;
  panels: HowToPanel[];
  /** How many sit at the table of its lesson. */
  seats: number;
  say: (key: string) => string;
  /** Whether there are words for a key. */
  has: (key: string) => boolean;
}

/** Load the guide of a game in a language; null if the game has none. */
export async function guideOf(game: string, language: Language): Promise<Guide | null> {
  const load = words[`../games/${game}/howto/words/${language}.json`];
  const [howTo, said] = await Promise.all([howToOf(game), load?.()]);
  if (!howTo || !said) return null;
  const text = (key: string): string | undefined => said[`${game}.howto.${key}`];
  return {
    game,
    language,
    panels: howTo.panels,
    seats: howTo.seats ?? 2,
    say: (key) => stretched(text(key) ?? key),
    has: (key) => text(key) !== undefined,
  };
}
