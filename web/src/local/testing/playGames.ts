/**
 * Plays whole games at the page's own tables, and writes the records that the page would save:
 * `node playGames.ts < TASK > RECORDS`. One person, who moves at random, plays against bots.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Agreed, GameInfo } from '../../wire/messages.ts';
import type * as RecordTextModule from '../../replay/record.ts';
import type { LocalGame } from '../game.ts';
import type * as KernelsModule from '../kernels.ts';
import type * as LoadModule from '../load.ts';
import { bundled } from './bundle.ts';
import type * as DeviceModule from './device.ts';

interface Task {
  /** The catalogue, as a server answers it. */
  games: GameInfo[];
  /** The folder with what was learned. */
  learned: string;
  wishes: { game: string; variant: string; edition: string; seats: number; bots: string[] }[];
  /** For the person's moves. */
  seed: number;
}

const MOST_STEPS = 20_000;
const local = dirname(import.meta.dirname);
const { games, learned, wishes, seed } = JSON.parse(readFileSync(0, 'utf8')) as Task;

type Over = (kernels: KernelsModule.Kernels) => LocalGame;
type Bundle = typeof KernelsModule &
  typeof LoadModule &
  typeof DeviceModule &
  typeof RecordTextModule & { ports: Record<string, Over> };

const homeOf = (name: string): string => join(dirname(local), 'games', name, 'local');
const named = games.map(({ game }) => game).filter((name) => wishes.some((w) => w.game === name));
const ports = named.map(
  (name, n) => `import { over as over${n} } from '${homeOf(name)}/index.ts';`,
);
const listed = named.map((name, n) => `${name}: over${n}`);
const page = await bundled<Bundle>(
  [
    ...['kernels', 'load', 'testing/device'].map((one) => join(local, `${one}.ts`)),
    join(dirname(local), 'replay', 'record.ts'),
  ],
  `${ports.join('\n')}\nexport const ports = { ${listed.join(', ')} };`,
);

/** Numbers below a limit, the same for the same seed (mulberry32). */
let state = seed;
function below(limit: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % limit;
}

async function load(agreed: Agreed): Promise<LocalGame> {
  const home = homeOf(agreed.game);
  const manifest = JSON.parse(readFileSync(join(home, 'kernels.json'), 'utf8'));
  const kernels = await page.loadKernels(readFileSync(join(home, 'kernels.wasm')), manifest);
  await page.readied(kernels, agreed, async (file) => {
    const kept = await readFile(join(learned, file));
    return kept.buffer.slice(kept.byteOffset, kept.byteOffset + kept.length) as ArrayBuffer;
  });
  const over = page.ports[agreed.game];
  if (!over) throw new Error(`${agreed.game} has no table in the page`);
  return over(kernels);
}

for (const { bots, ...agreed } of wishes) {
  const device = new page.Device(new page.MemoryStore(), load);
  const info = games.find(({ game }) => game === agreed.game);
  if (!info) throw new Error(`there is no game ${agreed.game}`);
  const code = await device.create({ info, agreed: { ...agreed, take_back: false }, bots });
  const person = await device.open(code);
  for (let n = 0; !person.now?.result; n++) {
    if (n > MOST_STEPS) throw new Error(`${JSON.stringify(agreed)} does not end`);
    const { legal = [], v = 0, waiting = [] } = person.now ?? {};
    const move = waiting.includes(0) ? legal?.[below(legal.length)] : undefined;
    if (move === undefined) await device.pass(1000);
    else {
      const answer = await person.ask({ t: 'move', v, move });
      if (answer?.t === 'refused') throw new Error(`${move} is refused: ${answer.text}`);
    }
  }
  process.stdout.write(`${page.recordOf(await device.host.replay(`${code}.1`)).trim()}\n`);
}
