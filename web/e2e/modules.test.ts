/** A browser plays by the modules as Node does, state by state; Node is compared with Python. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { loadKernels, type Manifest } from '../src/local/kernels.ts';
import { playAll } from '../src/local/testing/modulePlayer.ts';
import { launch } from './browser.ts';
import { serveFiles, type FileServer } from './files.ts';

const web = join(import.meta.dirname, '..');
const LEARNED = join(web, '..', 'src', 'hexade', 'web', 'assets');
const SEED = '20261117';
// Every kind of decision once, then the game is played to its end.
const BOTS = ['random', 'level2', 'greedy', 'level8', ...Array<string>(400).fill('random')];

type Kernels = typeof import('../src/local/kernels.ts');
type Players = typeof import('../src/local/testing/modulePlayer.ts');

let folder = '';
let files: FileServer;
let browser: Browser;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexade-modules-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Modules</title>');
  for (const path of ['src/local/kernels.ts', 'src/local/testing/modulePlayer.ts']) {
    const text = stripTypeScriptTypes(readFileSync(join(web, path), 'utf8'));
    await writeFile(join(folder, basename(path).replace('.ts', '.js')), text);
  }
  [files, browser] = await Promise.all([serveFiles(folder), launch()]);
});
after(async () => {
  await browser?.close();
  await files?.stop();
  await rm(folder, { recursive: true, force: true });
});

for (const path of globSync('src/games/*/local/kernels.json', { cwd: web })) {
  const manifest = JSON.parse(readFileSync(join(web, path), 'utf8')) as Manifest;
  const { game } = manifest as Manifest & { game: string };
  // Games where all choose at once have no moves of one seat to compare.
  if (!('acting' in manifest.exports)) continue;
  test(`${game} in a browser is the same, state by state`, async () => {
    const home = join(web, dirname(path));
    const learned: Record<string, Uint8Array> = {};
    for (const [name, { file }] of Object.entries(manifest.learned)) {
      assert.ok(existsSync(join(LEARNED, file)), `${file} is not built`);
      learned[name] = readFileSync(join(LEARNED, file));
      await cp(join(LEARNED, file), join(folder, file));
    }
    const wasm = readFileSync(join(home, 'kernels.wasm'));
    await writeFile(join(folder, 'kernels.wasm'), wasm);
    const wish = { seed: SEED, bots: BOTS };
    const here = await playAll(loadKernels, { wasm, manifest, learned }, wish);
    const page = await browser.newPage();
    await page.goto(files.url);
    const there = await page.evaluate(
      async ({ manifest, wish, url }) => {
        const bytes = async (file: string): Promise<ArrayBuffer> =>
          (await fetch(url + file)).arrayBuffer();
        const learned: Record<string, Uint8Array> = {};
        for (const [name, { file }] of Object.entries(manifest.learned))
          learned[name] = new Uint8Array(await bytes(file));
        const { loadKernels } = (await import(`${url}kernels.js`)) as Kernels;
        const { playAll } = (await import(`${url}modulePlayer.js`)) as Players;
        const wasm = await bytes('kernels.wasm');
        return playAll(loadKernels, { wasm, manifest, learned }, wish);
      },
      { manifest, wish, url: files.url },
    );
    await page.close();
    assert.ok(here.every((one) => one.length > 20));
    assert.deepEqual(there, here);
  });
}
