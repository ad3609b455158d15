/** Finds the games' pages by their folders; nothing to register. */
import type { GameHome, GamePage, HowTo } from './contract';

const found = import.meta.glob<{ default: GamePage }>('./*/index.ts');
const homes = import.meta.glob<{ default: GameHome }>('./*/home.ts');
const howTos = import.meta.glob<{ default: HowTo }>('./*/howto.ts');

/** Load the page of a game by its name; null if there is none. */
export async function pageOf(name: string): Promise<GamePage | null> {
  const load = found[`./${name}/index.ts`];
  return load ? (await load()).default : null;
}

/** Load what the home page shows of a game, and not the game; null if there is nothing. */
export async function homeOf(name: string): Promise<GameHome | null> {
  const load = homes[`./${name}/home.ts`];
  return load ? (await load()).default : pageOf(name);
}

/** Load how to play a game, without its words; null if there is nothing. */
export async function howToOf(name: string): Promise<HowTo | null> {
  return (await howTos[`./${name}/howto.ts`]?.())?.default ?? null;
}

/** The names of all games that have a page. */
export const pages = Object.keys(found).map((path) => path.split('/')[1] ?? '');
