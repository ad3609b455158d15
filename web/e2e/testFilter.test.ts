/** Words after `e2e` run the files that they name, and never all of them by mistake. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { filterTests } from './testFilter.ts';

const FILES = ['lesson.test.ts', 'games/one/base.test.ts', 'games/one/lesson.test.ts'];

test('without words all files are chosen, else those that match', () => {
  assert.deepEqual(filterTests(FILES, []).files, FILES);
  assert.deepEqual(filterTests(FILES, ['games/one/lesson']).files, [FILES[2]]);
  assert.deepEqual(filterTests(FILES, ['e2e/lesson.test.ts']).files, [FILES[0]]);
  assert.deepEqual(filterTests(FILES, ['lesson', 'base']).files, FILES);
  assert.deepEqual(filterTests(FILES, ['base', 'nothing']).unknown, ['nothing']);
});

test('a word that matches no file is refused, and nothing runs', () => {
  const run = join(import.meta.dirname, 'run.ts');
  const { status, stderr, stdout } = spawnSync(process.execPath, [run, 'base', 'nothing'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(status, 2);
  assert.equal(stdout, '');
  assert.match(stderr.trim(), /^No file of tests in e2e is called nothing\.$/m);
});
