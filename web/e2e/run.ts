/**
 * All tests in a real browser: `node e2e/run.ts`. One server serves those files that need none of
 * their own, and the longest files come first, so that none is left over at the end.
 */
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { LENT, Server } from './server.ts';

const ABREAST = 3; // files at a time: a browser waits now and then
const folder = import.meta.dirname;
const size = (file: string): number => statSync(file).size;
const files = globSync('**/*.test.ts', { cwd: folder })
  .map((file) => join(folder, file))
  .sort((one, other) => size(other) - size(one));

const server = await Server.start();
process.env[LENT] = server.url;
const tests = run({ files, concurrency: ABREAST });
tests.on('test:fail', () => (process.exitCode = 1));
tests.on('end', () => void server.stop());
tests.compose(spec).pipe(process.stdout);
