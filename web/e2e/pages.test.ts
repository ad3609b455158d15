/** Every page: no errors, no findings of axe, no shift, all words, and room for longer ones. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { person, type Screen, type Theme } from './browser.ts';
import { accessibleInBothThemes, complaints, overflowing, watchShifts, worded } from './checks.ts';
import { fixtures } from './fixtures.ts';
import { create, finished, games } from './api.ts';

const here = fixtures();
/** Every address there is, with a game of each kind to look at again. */
async function found(): Promise<[string, string][]> {
  const { url } = here.server;
  const all = Object.entries({
    home: '/',
    learn: '/learn',
    bots: '/bots',
    stats: '/stats',
    daily: '/daily',
    rules: '/rules',
    settings: '/settings',
    about: '/about',
    privacy: '/privacy',
    'no table': '/t/NOSUCH',
  });
  for (const info of await games(url)) {
    const [variant] = info.variants;
    if (!variant) continue;
    // Home has tables that others have opened, whose names are as long as names may be.
    const { game } = info;
    const agreed = { game, variant: variant.variant, seats: variant.seats.at(-1), public: true };
    await create(url, { agreed, sit: { name: 'Wolfeschlegelsteinhausen', avatar: 'fox' } });
    const { now } = await finished(url, info, variant);
    all.push([`how to play ${info.game}`, `/learn/${info.game}`]);
    all.push([`rules of ${info.game}`, `/rules/${info.game}`]);
    all.push([`replay of ${info.game}`, `/r/${now.replay}?m=9`]);
  }
  return all;
}
let known: Promise<[string, string][]> | null = null;
const addresses = (): Promise<[string, string][]> => (known ??= found());

/** Somebody who has not been here yet. */
async function newcomer(screen: Screen, theme: Theme = 'light') {
  const quiet = { serviceWorkers: 'block', reducedMotion: 'reduce' } as const;
  const { context, page } = await person(here.browser, screen, theme, quiet);
  return { context, page, bad: complaints(page), shifts: await watchShifts(page) };
}

/** Go to a page, and wait until all of it is there. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(here.server.url + path);
  await page.locator('#main h1, main h1').first().waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready);
  await page.locator('main [aria-busy=true]').waitFor({ state: 'detached' });
}

/**
 * Look at all pages in one way, and fail with everything that was found. With `fresh` each is the
 * first that somebody sees: nothing has been fetched before, so that shifts show.
 */
async function eachPage(
  how: { screen: Screen; ask?: string; fresh?: boolean },
  look: (one: Awaited<ReturnType<typeof newcomer>>) => Promise<string[]>,
): Promise<void> {
  const list: string[] = [];
  let one = await newcomer(how.screen);
  for (const [n, [what, path]] of (await addresses()).entries()) {
    if (n && how.fresh) {
      await one.context.close();
      one = await newcomer(how.screen);
    }
    await visit(one.page, how.ask ? `${path}${path.includes('?') ? '&' : '?'}${how.ask}` : path);
    list.push(...(await look(one)).map((finding) => `${what}: ${finding}`));
  }
  await one.context.close();
  assert.equal(list.join('\n'), '');
}

for (const screen of ['desk', 'phone'] as const)
  test(`no findings of axe, no layout shifts, no errors: ${screen}, both themes`, () =>
    eachPage({ screen, fresh: true }, async ({ page, bad, shifts }) => {
      const found = [...(await accessibleInBothThemes(page)), ...(await overflowing(page)), ...bad];
      const moved = await shifts();
      if (moved > 0.01) found.push(`shifts by ${moved}`);
      return found;
    }));

test('the first page is dark where the system is', async () => {
  const { context, page } = await newcomer('desk', 'dark');
  await visit(page, '/');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await context.close();
});

describe('languages', () => {
  test('switch at once, on every page, and set the lang attribute', async () => {
    const { context, page } = await newcomer('desk');
    await visit(page, '/settings');
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
