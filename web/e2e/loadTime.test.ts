/** Fast, installable, and of use without a network. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { person } from './browser.ts';
import { complaints } from './checks.ts';
import { Server } from './server.ts';
import { fixtures } from './fixtures.ts';
import { finished, games } from './api.ts';

const here = fixtures();
const built = join(import.meta.dirname, '..', '..', 'src', 'hexade', 'web');
const MOST = 150_000; // bytes of compressed JavaScript at the first load

test('the first load takes less than 150 kB of compressed JavaScript', async () => {
  const { context, page } = await person(here.browser, 'desk', 'light', {
    serviceWorkers: 'block',
  });
  const scripts = new Set<string>();
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.add(new URL(answer.url()).pathname);
  });
  await page.goto(here.server.url, { waitUntil: 'networkidle' });
  const sizes = await Promise.all(
    [...scripts].map(async (path) => gzipSync(await readFile(join(built, path))).length),
  );
  const total = sizes.reduce((sum, one) => sum + one, 0);
  console.log(`first load: ${Math.round(total / 1000)} kB in ${scripts.size} scripts (gzip)`);
  assert.ok(scripts.size > 0);
  assert.ok(total < MOST, `${total} bytes`);
  await context.close();
});

test('it can be installed: a manifest with icons of the right size', async () => {
  const answer = await fetch(`${here.server.url}/manifest.webmanifest`);
  const manifest = (await answer.json()) as {
    start_url: string;
    display: string;
    icons: { src: string; sizes: string; type: string }[];
  };
  assert.equal(manifest.display, 'standalone');
  assert.match(answer.headers.get('content-type') ?? '', /manifest\+json/);
  for (const icon of manifest.icons.filter((one) => one.type === 'image/png')) {
    const picture = await (await fetch(new URL(icon.src, `${here.server.url}/`))).arrayBuffer();
    const size = new DataView(picture);
    assert.equal(`${size.getUint32(16)}x${size.getUint32(20)}`, icon.sizes);
  }
});

test('page, rules and seen replays work offline; unseen ones show a message', async () => {
  const server = await Server.start();
  const [info] = await games(server.url);
  assert.ok(info?.variants[0]);
  const seen = (await finished(server.url, info, info.variants[0])).now.replay;
  const other = (await finished(server.url, info, info.variants[0])).now.replay;
  const { context, page } = await person(here.browser);
  const bad = complaints(page);
  await page.goto(server.url);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) =>
        navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
      );
  });
  await page.goto(`${server.url}/r/${seen}`);
  await page.getByRole('slider').waitFor();
  assert.deepEqual(bad, []);
  await server.stop(); // Now nobody answers.
  for (const lang of ['en', 'de', 'nl']) {
    await page.goto(`${server.url}/rules/${info.game}?lang=${lang}`);
    await page.locator(`article[lang=${lang}] h2`).first().waitFor();
  }
  await page.goto(`${server.url}/r/${seen}?m=3`);
  await page.getByRole('slider').waitFor();
  await page.goto(`${server.url}/r/${other}`);
  await page.getByText('can’t be loaded right now').waitFor();
  await page.goto(server.url);
  await page.locator('h1').first().waitFor();
  await context.close();
});

test('settings apply at once, survive a reload, and can be deleted', async () => {
  const { context, page } = await person(here.browser, 'desk', 'light', {
    serviceWorkers: 'block',
  });
  await page.goto(`${here.server.url}/settings`);
  await page.getByText('Dark', { exact: true }).click();
  await page.getByRole('switch', { name: 'Letters' }).check();
  const shown = (): Promise<string> =>
    page.evaluate(() => {
      const { dataset } = document.documentElement;
      return `${dataset.theme} ${'letters' in dataset}`;
    });
  assert.equal(await shown(), 'dark true');
  await page.reload();
  await page.locator('h1').waitFor();
  assert.equal(await shown(), 'dark true');
  await page.getByRole('button', { name: 'Delete my data' }).click();
  await page.getByRole('button', { name: 'Yes, delete everything' }).click();
  await page.waitForURL(`${here.server.url}/`);
  await page.locator('h1').first().waitFor();
  assert.equal(await shown(), 'light false');
  await context.close();
});
