/** How to play: over a table while the game goes on, on paper, and on to a lesson. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { person } from './browser.ts';
import { accessible, complaints, overflowing, worded } from './checks.ts';
import { fixtures } from './fixtures.ts';
import { Player, pick, type Driver } from './player.ts';
import { create, games } from './api.ts';

const here = fixtures();

for (const screen of ['desk', 'phone'] as const)
  test(`it opens over the table, and the game goes on below it (${screen})`, async () => {
    const { url } = here.server;
    for (const { game } of await games(url)) {
      const { driver } = (await import(`./games/${game}/drive.ts`)) as { driver: Driver };
      const agreed = { game, seats: driver.seats, take_back: false };
      const bots = Array.from({ length: driver.seats - 1 }, () => 'random');
      const seat = await create(url, { agreed, sit: { name: 'Ada' }, bots, start: true });
      const player = await Player.come(here.browser, screen);
      const { page } = player;
      await player.join(url, seat, agreed);
      await player.turn();
      const address = page.url();
      await page.getByRole('button', { name: screen === 'phone' ? 'Menu' : 'Help' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'How to play' }).click();
      const sheet = page.getByRole('dialog', { name: /^How to play: / });
      await sheet.getByRole('heading', { level: 3 }).first().waitFor();
      assert.ok((await sheet.getByRole('img').count()) >= 8, game);
      const found = [await accessible(page), await overflowing(page), await worded(page)].flat();
      assert.equal(found.join('\n'), '', game);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
      assert.equal(page.url(), address);
      const legal = (await player.turn()) ?? [];
      await player.make(driver[screen === 'phone' ? 'touch' : 'mouse'], pick(legal, 1));
      assert.deepEqual(player.bad, []);
      await player.leave();
    }
  });

test('a lesson can be begun from there, though it was offered before', async () => {
  for (const { game } of await games(here.server.url)) {
    const { page, ...reader } = await Player.come(here.browser);
    await page.goto(`${here.server.url}/learn/${game}`);
    await page.getByRole('button', { name: 'Learn in 90 seconds' }).press('Enter');
    await page.waitForURL('**/t/*');
    const panel = page.locator('section.lesson');
    await panel.waitFor();
    assert.match((await panel.locator('.sign').first().innerText()).trim(), /^1/);
    assert.deepEqual(reader.bad, []);
    await page.context().close();
  }
});

test('the games are links to follow by keyboard, and each page has a heading of its own', async () => {
  const { page, ...reader } = await Player.come(here.browser, 'phone');
  await page.goto(here.server.url);
  await page.getByRole('link', { name: 'Learn' }).press('Enter');
  await page.locator('main h1').waitFor();
  const titles = new Set<string>();
  const links = page.getByRole('navigation', { name: 'Games' }).getByRole('link');
  const count = await links.count();
  for (let n = 0; n < count; n++) {
    const name = await links.nth(n).innerText();
    await links.nth(n).press('Enter');
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    titles.add(name);
  }
  assert.equal(titles.size, (await games(here.server.url)).length);
  await page.getByRole('link', { name: 'Full rules' }).press('Enter');
  await page.waitForURL('**/rules/**');
  assert.deepEqual(reader.bad, []);
  await page.context().close();
});

test('on paper it is ink on white, without buttons and bars', async () => {
  const { context, page } = await person(here.browser, 'desk', 'dark');
  const bad = complaints(page);
  for (const { game } of await games(here.server.url)) {
    await page.goto(`${here.server.url}/learn/${game}`);
    await page.locator('main h1').waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('main button:visible, header:visible, nav:visible').count(), 0);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const look = (): Promise<string | undefined> =>
      page.evaluate(() => document.documentElement.dataset.theme);
    assert.equal(await look(), 'light');
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    assert.equal(await look(), 'dark');
    await page.emulateMedia({ media: 'screen' });
  }
  assert.deepEqual(bad, []);
  await context.close();
});

test('on a phone the numbers in its drawings can be read, and no label of a step breaks', async () => {
  for (const locale of ['de-DE', 'nl-NL']) {
    const { context, page } = await person(here.browser, 'phone', 'light', { locale });
    for (const { game } of await games(here.server.url)) {
      await page.goto(`${here.server.url}/learn/${game}`);
      await page.locator('.guide section').first().waitFor();
      await page.evaluate(() => document.fonts.ready);
      const small = await page.locator('.guide svg text:visible').evaluateAll((all) =>
        all.flatMap((text) => {
          const scale = (text as SVGTextElement).getScreenCTM()?.a ?? 1;
          const px = parseFloat(getComputedStyle(text).fontSize) * scale;
          return /^\s*\d/.test(text.textContent) && px < 11 ? [`${text.textContent}: ${px}`] : [];
        }),
      );
      assert.deepEqual(small, [], `${game} ${locale}`);
      const broken = await page.locator('.guide .step > b').evaluateAll((all) => {
        const lines = (label: Element): number => {
          const range = document.createRange();
          range.selectNodeContents(label);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        };
        return all.filter((label) => lines(label) > 1).map((label) => label.textContent);
      });
      assert.deepEqual(broken, [], `${game} ${locale}`);
    }
    await context.close();
  }
});
