/** Every page: no errors, no findings of axe, no shift, all words, and room for longer ones. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, person, type Screen, type Theme } from './browser.ts';
import { accessible, complaints, overflowing, watchShifts, worded } from './checks.ts';
import { Server } from './server.ts';
import { finished, games } from './talk.ts';

let server: Server;
let browser: Browser;
const addresses: Record<string, string> = {
  home: '/',
  rules: '/rules',
  settings: '/settings',
  about: '/about',
  'no table': '/t/NOSUCH',
};

before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
  for (const info of await games(server.url)) {
    const [variant] = info.variants;
    if (!variant) continue;
    const { now } = await finished(server.url, info, variant);
    addresses[`rules of ${info.game}`] = `/rules/${info.game}`;
    addresses[`replay of ${info.game}`] = `/r/${now.replay}?m=9`;
  }
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function opened(screen: Screen, theme: Theme, path: string, more = {}) {
  const { context, page } = await person(browser, screen, theme, {
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...more,
  });
  page.setDefaultTimeout(60_000);
  const bad = complaints(page);
  const shifts = await watchShifts(page);
  await page.goto(server.url + path);
  await page.locator('#main h1, main h1').first().waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready);
  return { context, page, bad, shifts };
}

/** Look at all pages in one way, and fail with everything that was found. */
async function eachPage(
  how: { screen: Screen; theme?: Theme; ask?: string },
  look: (one: Awaited<ReturnType<typeof opened>>) => Promise<string[]>,
): Promise<void> {
  const found: string[] = [];
  for (const [what, path] of Object.entries(addresses)) {
    const address = how.ask ? `${path}${path.includes('?') ? '&' : '?'}${how.ask}` : path;
    const one = await opened(how.screen, how.theme ?? 'light', address);
    found.push(...(await look(one)).map((finding) => `${what}: ${finding}`));
    await one.context.close();
  }
  assert.equal(found.join('\n'), '');
}

for (const screen of ['desk', 'phone'] as const)
  for (const theme of ['light', 'dark'] as const)
    test(`axe finds nothing, nothing shifts, nothing complains: ${screen}, ${theme}`, () =>
      eachPage({ screen, theme }, async ({ page, bad, shifts }) => {
        const shown = await page.evaluate(() => document.documentElement.dataset.theme);
        const found = [...(await accessible(page)), ...(await overflowing(page)), ...bad];
        const moved = await shifts();
        if (shown !== theme) found.push(`the theme is ${shown}`);
        if (moved > 0.01) found.push(`shifts by ${moved}`);
        return found;
      }));

describe('languages', () => {
  test('are switched at once, on every page, and the page says which it speaks', async () => {
    const { context, page } = await opened('desk', 'light', '/settings');
    const titles = { EN: 'Settings', DE: 'Einstellungen', NL: 'Instellingen' };
    for (const [language, title] of Object.entries(titles)) {
      await page.getByRole('banner').getByText(language, { exact: true }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      const lang = await page.evaluate(() => document.documentElement.lang);
      assert.equal(lang, language.toLowerCase());
    }
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Instellingen' }).waitFor();
    await context.close();
  });

  for (const language of ['en', 'de', 'nl'] as const)
    test(`all words are there and fit on a phone: ${language}`, () =>
      eachPage({ screen: 'phone', ask: `lang=${language}` }, async ({ page }) => [
        ...(await worded(page)),
        ...(await overflowing(page)),
      ]));

  for (const screen of ['desk', 'phone'] as const)
    test(`words that are 40 % longer fit: ${screen}`, () =>
      eachPage({ screen, ask: 'lang=xx' }, ({ page }) => overflowing(page)));
});
