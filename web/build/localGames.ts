/** Tells the page which games it can play by itself: those with a folder `local`. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const games = join(import.meta.dirname, '..', 'src', 'games');

/** The plugin: their names as a constant, so that nothing of them is loaded to know it. */
export function localGames(): Plugin {
  return {
    name: 'local-games',
    config: () => {
      const found = globSync('*/local/index.ts', { cwd: games });
      const names = found.map((path) => path.split(/[\\/]/)[0]).sort();
      return { define: { LOCAL_GAMES: JSON.stringify(names) } };
    },
  };
}
