/**
 * All tests in a real browser: `node e2e/run.ts`, or those files whose paths contain one of the
 * words that follow. One server serves those that need none of their own, and the files that take
 * longest come first, so that none is left over at the end.
 */
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { filterTests } from './testFilter.ts';
import { LENT, Server } from './server.ts';

const ABREAST = 4; // files at a time: a browser waits now and then
// Those that take longest, the longest first.
const LONGEST = [
  'site',
  'lesson',
  'pages',
  'gallery',
  'tables',
  'largeText',
  'sizes',
  'end',
  'variants',
  'pictures',
  'base',
  'bots',
];

/** Where a file comes in the order. */
function place(file: string): number {
  const at = LONGEST.indexOf(basename(file, '.test.ts'));
  return at < 0 ? LONGEST.length : at;
}

const folder = import.meta.dirname;
const all = globSync('**/*.test.ts', { cwd: folder });
if (!all.length) throw new Error(`there are no tests in ${folder}`);
const meant = filterTests(all, process.argv.slice(2));
if (meant.unknown.length) {
  console.error(`No file of tests in e2e is called ${meant.unknown.join(' or ')}.`);
  process.exit(2);
}
const files = meant.files
  .map((file) => join(folder, file))
  .sort((one, other) => place(one) - place(other));

// Whoever ends this ends the files that run too, before the process and its server go.
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.prependOnceListener(signal, () => ending.abort());

const server = await Server.start();
try {
  process.env[LENT] = server.url;
  const tests = run({ files, concurrency: ABREAST, signal: ending.signal });
  tests.on('test:fail', () => (process.exitCode = 1));
  const told = tests.compose(spec);
  told.pipe(process.stdout);
  await finished(told);
} finally {
  await server.stop();
}
