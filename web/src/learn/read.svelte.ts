/** Which panels of "How to play" somebody has read in this browser. */
import { readJson, writeJson } from '../kit/browserStorage';

const KEY = 'hexade.read';

function kept(): string[] {
  const found = readJson<unknown>(KEY);
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
}

const read = $state({ panels: kept() });
const nameOf = (game: string, panel: string): string => `${game} ${panel}`;

export const isRead = (game: string, panel: string): boolean =>
  read.panels.includes(nameOf(game, panel));

/** Keep that a panel was read; where storage is blocked, as long as the page is open. */
export function markRead(game: string, panel: string): void {
  if (isRead(game, panel)) return;
  // Another tab may have kept more.
  const others = kept().filter((one) => !read.panels.includes(one));
  read.panels = [...others, ...read.panels, nameOf(game, panel)];
  writeJson(KEY, read.panels);
}
