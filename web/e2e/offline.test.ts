/** Without a server: the page comes from the service worker, and says what works and what does not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { person, type Screen } from './browser.ts';
import { accessible, overflowing, worded } from './checks.ts';
import { Server } from './server.ts';
import { fixtures } from './fixtures.ts';

const here = fixtures();

for (const screen of ['desk', 'phone'] satisfies Screen[])
  test(`a first look when the server is away (${screen})`, async () => {
    // No game is played here: without a compiler it starts in a third of the time.
    const server = await Server.start({ NUMBA_DISABLE_JIT: '1' });
    const { page, context } = await person(here.browser, screen, 'dark');
    try {
      await page.goto(server.url);
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        if (navigator.serviceWorker.controller) return;
        await new Promise((done) =>
          navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
        );
      });
      await server.kill();
      await page.reload();
      await page.getByText('The server cannot be reached').waitFor();
      const found = [await accessible(page), await overflowing(page), await worded(page)].flat();
      assert.equal(found.join('\n'), '');
      await page.goto(`${server.url}/t/ABCDEF`);
      await page.getByRole('heading', { name: 'The server cannot be reached.' }).waitFor();
      await page.getByRole('status').getByText('The server cannot be reached.').waitFor();
      assert.equal((await accessible(page)).join('\n'), '');
      await server.open();
      await page.getByRole('heading', { name: 'There is no table ABCDEF.' }).waitFor();
      await page.goto(server.url);
      await page.getByRole('button', { name: /^Solo/ }).first().waitFor();
      await page.getByText('The server cannot be reached').waitFor({ state: 'detached' });
    } finally {
      await context.close();
      await server.stop();
    }
  });
