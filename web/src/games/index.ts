/** Finds the games' pages by their folders; nothing to register. */
import type { GamePage } from './contract';

const found = import.meta.glob<{ default: GamePage }>('./*/index.ts');

/** Load the page of a game by its name; null if there is none. */
export async function pageOf(name: string): Promise<GamePage | null> {
  const load = found[`./${name}/index.ts`];
  return load ? (await load()).default : null;
}

/** The names of all games that have a page. */
export const pages = Object.keys(found).map((path) => path.split('/')[1] ?? '');
