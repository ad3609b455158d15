/** The home page: the first visit, and later ones with games that run, results, ladder and people. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { create, games, sit, takeSeat } from './api.ts';
import { person, screens, type Screen, type Theme } from './browser.ts';
import { accessible, complaints, cutOff, overflowing, watchShifts, worded } from './checks.ts';
import { fixtures } from './fixtures.ts';
import { bringIn, kindsOf, someGames } from './keptGames.ts';

const here = fixtures();
const QUIET = { serviceWorkers: 'block', reducedMotion: 'reduce' } as const;

const look = async (page: Page): Promise<string> =>
  [await accessible(page), await overflowing(page), await worded(page)].flat().join('\n');

/** Whether something lies over something else. */
const overlaps = (page: Page, one: string, other: string): Promise<string[]> =>
  page.evaluate(
    ([a, b]) => {
      const boxes = (what: string) =>
        [...document.querySelectorAll(what)].map((found) => ({
          text: found.textContent ?? '',
          box: found.getBoundingClientRect(),
        }));
      return boxes(a).flatMap(({ box }) =>
        boxes(b)
          .filter(
            ({ box: over }) =>
              over.width > 0 &&
              box.left < over.right - 1 &&
              over.left < box.right - 1 &&
              box.top < over.bottom - 1 &&
              over.top < box.bottom - 1,
          )
          .map(({ text }) => text),
      );
    },
    [one, other] as const,
  );

for (const screen of ['desk', 'phone'] satisfies Screen[])
  for (const theme of ['light', 'dark'] satisfies Theme[])
    test(`the first visit says what this is (${screen}, ${theme})`, async () => {
      const { context, page } = await person(here.browser, screen, theme, QUIET, true);
      const bad = complaints(page);
      const shifts = await watchShifts(page);
      await page.goto(here.server.url);
      await page.getByRole('button', { name: 'Learn in 90 seconds' }).waitFor();
      await page.getByRole('button', { name: 'Play Pip, the gentle bot' }).waitFor();
      await page.getByRole('button', { name: 'Solo' }).waitFor();
      await page.evaluate(() => document.fonts.ready);
      const text = await page.locator('body').innerText();
      assert.doesNotMatch(text, /you are the first|latest results|your games/i);
      assert.equal(await page.locator('h1').count(), 1);
      assert.equal(await look(page), '');
      assert.ok((await shifts()) < 0.01, `shifts by ${await shifts()}`);
      assert.deepEqual(bad, []);
      await context.close();
    });

test('learning begins with a lesson at a table against Pip', async () => {
  const { context, page } = await person(here.browser, 'phone', 'light', QUIET, true);
  await page.goto(here.server.url);
  await page.getByRole('button', { name: 'Learn in 90 seconds' }).tap();
  await page.waitForURL(/\/t\//);
  await page.getByText('Pip', { exact: true }).first().waitFor();
  await page.locator('.lesson').first().waitFor();
  assert.equal(await page.locator('nav.tabs').count(), 0, 'no tab bar during a game');
  await context.close();
});

for (const [screen, width, height] of [
  ['phone', 360, 600],
  ['desk', 1280, 720],
] as const)
  test(`who plays, the options and the way to start are in view at once (${screen})`, async () => {
    const more = { ...QUIET, viewport: { width, height } };
    const { context, page } = await person(here.browser, screen, 'light', more, true);
    await page.goto(here.server.url);
    await page.locator('.gc').first().waitFor();
    const below = (what: Locator): Promise<number> =>
      what.evaluate((node) => node.scrollHeight - node.clientHeight);
    await page.getByRole('button', { name: 'New table' }).first().click();
    assert.ok((await below(page.getByRole('dialog'))) <= 1, 'every game is in view');
    await page.keyboard.press('Escape');
    for (const one of await page.locator('.gc').all()) {
      const title = await one.locator('.disp').first().innerText();
      await one.click();
      const sheet = page.getByRole('dialog');
      const [options, start] = [sheet.getByText('Options'), sheet.locator('.go button')];
      const inView = async (what: typeof start): Promise<boolean> =>
        what.evaluate((node) => {
          const { x, y, width, height } = node.getBoundingClientRect();
          return node.contains(document.elementFromPoint(x + width / 2, y + height - 4));
        });
      assert.ok(await inView(options), `${title}: the options`);
      assert.ok((await below(sheet)) <= 1, `${title}: ${await below(sheet)} px are below the fold`);
      await options.click();
      assert.ok(await inView(start), `${title}: how to start, beside the options`);
      assert.equal(await overflowing(page).then((found) => found.join('\n')), '');
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'hidden' });
    }
    await context.close();
  });

test('on a tablet the header is one row in every language', async () => {
  for (const locale of ['en-GB', 'de-DE', 'nl-NL'])
    for (const width of [820, 768]) {
      const more = { ...QUIET, locale, viewport: { width, height: 1180 } };
      const { context, page } = await person(here.browser, 'desk', 'light', more, true);
      await page.goto(here.server.url);
      await page.locator('.hero').waitFor();
      await page.evaluate(() => document.fonts.ready);
      const out = await page.evaluate(() => {
        const bar = document.querySelector('header')?.getBoundingClientRect();
        if (!bar) return ['there is no header'];
        return [...document.querySelectorAll('header > *, header label')].flatMap((one) => {
          const { top, bottom, right } = one.getBoundingClientRect();
          const inside = top >= bar.top && bottom <= bar.bottom && right <= innerWidth;
          return inside ? [] : [`"${one.textContent?.trim()}" sticks out`];
        });
      });
      assert.deepEqual(out, [], `${locale}, ${width} px`);
      await context.close();
    }
});

for (const width of [1024, 1440, 800])
  test(`pictures never lie over the words of the game cards (${width} px)`, async () => {
    const more = { ...QUIET, viewport: { width, height: 768 } };
    const { context, page } = await person(here.browser, 'desk', 'light', more, true);
    await page.goto(here.server.url);
    await page.getByRole('button', { name: 'Solo' }).waitFor();
    const words = '.gc .title, .gc .facts, .gc .blurb';
    assert.ok((await page.locator('.gc .blurb').count()) > 5);
    assert.deepEqual(await overlaps(page, '.gc .box', words), []);
    assert.equal((await overflowing(page)).join('\n'), '');
    await context.close();
  });

for (const screen of ['desk', 'phone'] satisfies Screen[])
  for (const theme of ['light', 'dark'] satisfies Theme[])
    test(`later visits go on with what waits (${screen}, ${theme})`, async () => {
      const { url } = here.server;
      const infos = await games(url);
      const { context, page } = await person(here.browser, screen, theme, QUIET);
      const bad = complaints(page);
      await bringIn(page, url, someGames(infos));
      const { duel } = kindsOf(infos);
      const agreed = {
        game: duel.info.game,
        variant: duel.variant.variant,
        seats: 2,
        take_back: false,
      };
      const me = { name: 'Nina', avatar: 'fox' };
      const waiting = await create(url, { agreed, sit: me });
      await sit(url, waiting.code, 'Mira');
      const running = await create(url, { agreed, sit: me, bots: ['level4'], start: true });
      for (const seat of [waiting, running]) await takeSeat(context, seat, agreed);
      const shifts = await watchShifts(page);
      await page.goto(url);
      await page.getByRole('heading', { name: 'Your games' }).waitFor();
      const own = page.locator('section', { hasText: 'Your games' }).last();
      await own.getByText('Mira').waitFor();
      await own.getByText('Bruno').first().waitFor();
      assert.equal(await own.locator('li').count(), 2);
      const results = page.locator('section', { hasText: 'Latest results' }).last();
      await results.getByText('You beat Momo').waitFor();
      await results.getByText('Alone: 12').waitFor();
      assert.equal(await results.locator('li').count(), 3);
      assert.equal(await results.getByRole('link', { name: /^Replay: / }).count(), 3);
      await page.getByText('1 of 8 beaten').waitFor();
      await page.getByText('1 of 2 wins').waitFor();
      await page.getByRole('button', { name: 'Play again with Jonas' }).waitFor();
      await page.getByRole('heading', { name: 'Solo: best' }).waitFor();
      await page.evaluate(() => document.fonts.ready);
      assert.equal(await page.locator('h1').count(), 1);
      assert.equal(await look(page), '');
      assert.ok((await shifts()) < 0.01, `shifts by ${await shifts()}`);
      assert.deepEqual(bad, []);
      await context.close();
    });

test('the tab bar of a phone is never over content, at usual and at large text', async () => {
  for (const text of [100, 200]) {
    const { context, page } = await person(here.browser, 'phone', 'light', {
      ...QUIET,
      viewport: { width: 360, height: 600 },
    });
    await page.addInitScript(
      (size) => localStorage.setItem('hexade.settings', JSON.stringify({ text: size })),
      text,
    );
    for (const path of ['/', '/bots', '/stats', '/learn']) {
      await page.goto(here.server.url + path);
      await page.locator('main h1').first().waitFor();
      await page.getByRole('link', { name: 'Stats' }).waitFor();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const [content, bar] = await page.evaluate(() => [
        Math.max(
          ...[...document.querySelectorAll('main button, main a, main p')].map(
            (one) => one.getBoundingClientRect().bottom,
          ),
        ),
        document.querySelector('nav.tabs')?.getBoundingClientRect().top ?? 0,
      ]);
      assert.ok((content ?? 0) <= (bar ?? 0) + 1, `${path} at ${text} %: ${content} > ${bar}`);
      if (path !== '/learn') assert.deepEqual(await cutOff(page), []);
    }
    await context.close();
  }
});

test('a bot that is suggested is one click away', async () => {
  const { context, page } = await person(here.browser, 'desk', 'light', {
    ...QUIET,
    ...screens.desk,
  });
  await page.goto(here.server.url);
  await page.locator('.hero').getByRole('button', { name: 'Play Pip' }).click();
  await page.waitForURL(/\/t\//);
  await page.getByText('Pip', { exact: true }).first().waitFor();
  await context.close();
});
