/** Which games were forgotten on purpose: they do not come back by themselves, only by a file. */
import { readJson, writeJson } from '../kit/browserStorage';
import type { KeptGame } from './game';

const KEY = 'hexade.forgotten';
/** Games whose ids are remembered; of earlier ones the time is enough. */
const MOST = 5000;

interface Forgotten {
  /** When (ms since 1970). */
  at: number;
  /** Of a table that is opened again it is not known when its game ended. */
  ids: string[];
}

function read(): Forgotten {
  const { at, ids } = readJson<Partial<Forgotten>>(KEY) ?? {};
  return { at: Number(at) || 0, ids: Array.isArray(ids) ? ids : [] };
}

/** Note that all games up to now are forgotten, among them these. */
export function noteForgotten(games: readonly KeptGame[], at = Date.now()): void {
  const ids = new Set([...read().ids, ...games.map(({ id }) => id)]);
  writeJson(KEY, { at, ids: [...ids].slice(-MOST) });
}

/** Whether a game was forgotten: by its id or, where it is known, by when it ended. */
export function isForgotten(id: string, ended = Infinity): boolean {
  const { at, ids } = read();
  return ended <= at || ids.includes(id);
}
