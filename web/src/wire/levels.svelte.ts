/** The names of the bots' levels in the language in use, fetched once. */
import { language } from '../kit/i18n.svelte';
import { games } from './http';
import type { GameInfo } from './messages';

let names = $state.raw<Record<string, Record<string, string>> | null>(null);

/** Take the names from the server's list of games. */
export function learn(infos: GameInfo[]): void {
  const levels = infos.flatMap((info) => info.levels);
  names = Object.fromEntries(levels.map(({ bot, names: called }) => [bot, called]));
}

/** Fetch the names; until then a bot is just called a bot. */
export async function askForLevels(): Promise<void> {
  await games().then(learn, () => undefined);
}

/** Whether the names are loaded. */
export const known = (): boolean => names !== null;

/** Return the name of a level; null for a bot without one. */
export function levelName(bot: string): string | null {
  const called = names?.[bot];
  return called?.[language.now] ?? called?.en ?? null;
}
