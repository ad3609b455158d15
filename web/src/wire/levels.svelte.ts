/** What people call the levels of the bots, in the language in use. The server is asked once. */
import { language } from '../kit/i18n.svelte';
import { games } from './http';
import type { GameInfo } from './messages';

let names = $state.raw<Record<string, Record<string, string>> | null>(null);

/** Take the names from what can be played. */
export function learn(infos: GameInfo[]): void {
  const levels = infos.flatMap((info) => info.levels);
  names = Object.fromEntries(levels.map(({ bot, names: called }) => [bot, called]));
}

/** Ask for the names; until they are there a bot is just a bot. */
export async function askForLevels(): Promise<void> {
  await games().then(learn, () => undefined);
}

/** Whether the names are there. */
export const known = (): boolean => names !== null;

/** Return what a level is called; null for a bot that is none. */
export function levelName(bot: string): string | null {
  const called = names?.[bot];
  return called?.[language.now] ?? called?.en ?? null;
}
