/**
 * The main paths in every engine that this machine has, or in those that are named:
 * `make test-browsers`. Pictures of each, to be laid side by side, go to `web/artefacts/engines`.
 */
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Server } from '../server.ts';
import { openChromium } from './chromium.ts';
import { openFirefox } from './firefox.ts';
import { play, solve, visit, type Turn } from './paths.ts';
import type { Open } from './tab.ts';
import { openWebKit } from './webkit.ts';

const folder = join(import.meta.dirname, '..', '..', 'artefacts', 'engines');
const files = globSync('../games/*/turn.ts', { cwd: import.meta.dirname });
const games = await Promise.all(
  files.map(async (file): Promise<[string, Turn]> => {
    const { turn } = (await import(join(import.meta.dirname, file))) as { turn: Turn };
    return [basename(dirname(file)), turn];
  }),
);

async function tryOut(open: Open, url: string): Promise<void> {
  const tab = await open();
  if (typeof tab === 'string') {
    console.log(`skipped: ${tab}`);
    return;
  }
  try {
    await visit(tab, url, folder);
    await solve(tab, url, folder);
    for (const [game, turn] of games) {
      await play(tab, url, game, turn, folder);
      console.log(`${tab.name}: ${game} is played to its end`);
    }
  } finally {
    await tab.close();
  }
}

const ENGINES: Record<string, Open> = {
  chromium: openChromium,
  firefox: openFirefox,
  webkit: openWebKit,
};
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in ENGINES));
if (unknown.length) {
  console.error(`No engine is called ${unknown.join(' or ')}: ${Object.keys(ENGINES).join(', ')}.`);
  process.exit(2);
}

const server = await Server.start();
try {
  for (const [name, open] of Object.entries(ENGINES))
    if (!asked.length || asked.includes(name))
      await tryOut(open, server.url).catch((error: unknown) => {
        console.error(error);
        process.exitCode = 1;
      });
  console.log(`The pictures are in ${folder}.`);
} finally {
  await server.stop();
}
