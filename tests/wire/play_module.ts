/**
 * Plays games by their modules: `node play_module.ts`, tasks as JSON on standard input, and on
 * standard output for each game who moved, how, and a digest of the state after it.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { loadKernels, type Agreed } from '../../web/src/local/kernels.ts';
import { ModulePlayer } from '../../web/src/local/testing/modulePlayer.ts';

interface Task {
  module: string;
  manifest: string;
  learned: Record<string, string>;
  games: { agreed: Agreed; seed: string; bots: string[] }[];
}

const digest = (state: Uint8Array): string =>
  createHash('sha256').update(state).digest('hex').slice(0, 16);

const task = JSON.parse(readFileSync(0, 'utf8')) as Task;
const bytes = readFileSync(task.module);
const manifest = JSON.parse(readFileSync(task.manifest, 'utf8'));
const learned = Object.fromEntries(
  Object.entries(task.learned).map(([name, path]) => [name, readFileSync(path)]),
);
const played = [];
for (const { agreed, seed, bots } of task.games) {
  const kernels = await loadKernels(bytes, manifest);
  played.push(new ModulePlayer(kernels, agreed, learned).play(BigInt(seed), bots, digest));
}
console.log(JSON.stringify(played));
