/** The rules on a phone: contents that unfold, editions to choose, links that a finger meets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessible } from './checks.ts';
import { Player } from './player.ts';
import { fixtures } from './fixtures.ts';
import { create, games } from './api.ts';

const here = fixtures();
const LEAST = 24; // SC 2.5.8

/** A game whose editions differ, and what they are called. */
async function printedTwice(): Promise<{ game: string; older: string; newer: string }> {
  for (const { game, variants } of await games(here.server.url)) {
    const [older, newer] = variants[0]?.editions ?? [];
    if (older && newer) return { game, older, newer };
  }
  throw new Error('no game has two editions');
}

/** The links to rules that are smaller than a finger. */
function small(page: Page, links: string): Promise<string[]> {
  return page.locator(links).evaluateAll(
    (all, least) =>
      all.flatMap((one) => {
        const { width, height } = one.getBoundingClientRect();
        const shown = width > 0 && (width < least || height < least);
        return shown ? [`${one.textContent?.trim()}: ${width} × ${height}`] : [];
      }),
    LEAST,
  );
}

test('choosing an edition marks its words, and does not scroll', async () => {
  const { game, older, newer } = await printedTwice();
  const { page, ...reader } = await Player.come(here.browser, 'phone');
  await page.goto(`${here.server.url}/rules/${game}`);
  const jump = page.locator('.editions .jump').nth(1);
  const rule = await jump.innerText();
  await jump.tap();
  await page.waitForURL(`**/rules/${game}#${rule}`);
  const paragraph = page.locator(`#${rule}`);
  await page.locator('.editions label', { hasText: older }).tap();
  await page.waitForURL(`**/rules/${game}?edition=${older}#${rule}`);
  assert.match(await paragraph.locator('.this').innerText(), new RegExp(older));
  assert.match(await paragraph.locator('.other').innerText(), new RegExp(newer));
  assert.equal((await accessible(page)).join('\n'), '');
  await page.reload();
  await paragraph.locator('.this').waitFor();
  assert.ok(await paragraph.evaluate((one) => one.getBoundingClientRect().top < innerHeight));
  await page.locator('.editions label').first().tap();
  await paragraph.locator('.this').waitFor({ state: 'detached' });
  assert.deepEqual(reader.bad, []);
  await page.context().close();
});

test('the contents unfold, and every link is large enough to tap', async () => {
  const { page, ...reader } = await Player.come(here.browser, 'phone');
  await page.goto(`${here.server.url}/rules`);
  const entry = page.locator('.toc ol a').first();
  await entry.waitFor({ state: 'attached' });
  assert.equal(await entry.isVisible(), false);
  await page.locator('summary').tap();
  await entry.waitFor();
  assert.deepEqual(await small(page, 'summary, .toc a, .number, .jump'), []);
  assert.deepEqual(reader.bad, []);
  await page.context().close();
});

test('a rule number at a table is a link large enough to tap, and leads to its paragraph', async () => {
  const { url } = here.server;
  let led = 0;
  for (const { game } of await games(url)) {
    const agreed = { game, seats: 2, take_back: false };
    const sitting = { agreed, sit: { name: 'Ada' }, bots: ['random'], start: true };
    const player = await Player.come(here.browser, 'phone');
    await player.join(url, await create(url, sitting), agreed);
    await player.turn();
    await player.page.locator('main h1').first().waitFor({ state: 'attached' });
    const links = player.page.locator('main a[href^="/rules/"]');
    assert.deepEqual(await small(player.page, 'main a[href^="/rules/"]'), []);
    if (await links.count()) {
      const rule = await links.first().innerText();
      const [opened] = await Promise.all([
        player.page.context().waitForEvent('page'),
        links.first().tap(),
      ]);
      await opened.locator(`#${rule}.here`).waitFor();
      led++;
    }
    assert.deepEqual(player.bad, []);
    await player.leave();
  }
  assert.ok(led > 0, 'no table names a rule');
});
