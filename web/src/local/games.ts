/** Finds the games that can be played in the page by their folders, and loads them when needed. */
import type { Agreed } from '../wire/messages';
import type { LoadLocalGame, LocalGame } from './game';
import { refusal } from './match';

const ports = import.meta.glob<{ load: LoadLocalGame }>('../games/*/local/index.ts');
const loaded = new Map<string, Promise<LocalGame>>();

/** Load a game with what one set-up needs; a failure is forgotten, so that one can try again. */
export function load(agreed: Agreed): Promise<LocalGame> {
  const { game, variant, edition, seats } = agreed;
  const key = [game, variant, edition, seats].join();
  const known = loaded.get(key);
  if (known) return known;
  const port = ports[`../games/${game}/local/index.ts`];
  if (!port) return Promise.reject(refusal('game', `${game} cannot be played on this device`));
  const loading = port().then((found) => found.load(agreed));
  loaded.set(key, loading);
  loading.catch(() => loaded.delete(key));
  return loading;
}
