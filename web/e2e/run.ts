/** All tests in a real browser: `node e2e/run.ts`, the longest files first, so that none is left over. */
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const ABREAST = 3; // files at a time: a browser waits now and then
const folder = import.meta.dirname;
const size = (file: string): number => statSync(file).size;
const files = globSync('**/*.test.ts', { cwd: folder })
  .map((file) => join(folder, file))
  .sort((one, other) => size(other) - size(one));

const tests = run({ files, concurrency: ABREAST, globalSetupPath: join(folder, 'setup.ts') });
tests.on('test:fail', () => (process.exitCode = 1));
tests.compose(spec).pipe(process.stdout);
