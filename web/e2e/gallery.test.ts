/** Pictures for people: each screen on both screens in both themes, kept in web/artefacts/. */
import assert from 'node:assert/strict';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { GameInfo } from '../src/wire/messages.ts';
import type { Screen, Theme } from './browser.ts';
import { dress } from './checks.ts';
import { Player, type Driver } from './player.ts';
import { fixtures } from './fixtures.ts';
import { create, finished, games, playOut, type Seat } from './api.ts';

const folder = join(import.meta.dirname, '..', 'artefacts');
const here = fixtures();
const SCREENS: Screen[] = ['desk', 'phone'];
const THEMES: Theme[] = ['light', 'dark'];
const me = { name: 'Ada', avatar: 'fox' };
const PAGES = {
  home: '/',
  bots: '/bots',
  stats: '/stats',
  learn: '/learn',
  rules: '/rules',
  settings: '/settings',
  about: '/about',
  privacy: '/privacy',
};

before(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
});

/** A day with a puzzle of the board game. */
const DAY = '2026-11-16T12:00:00';
/** How long the numbers of a finale stand (src/end/stages.svelte.ts): for a picture, as long as it takes. */
const FINALE_MS = 1200;

type Shoot = (state: string) => Promise<void>;

/** Come to look, and take pictures named after what is seen; an empty page is no picture. */
async function looked(
  name: string,
  screen: Screen,
  show: (player: Player, shoot: Shoot) => Promise<void>,
): Promise<void> {
  const player = await Player.come(here.browser, screen);
  await player.page.addInitScript((who) => {
    localStorage.setItem('hexade.me', JSON.stringify(who));
  }, me);
  await show(player, async (state) => {
    await player.page.evaluate(() => document.fonts.ready);
    for (const theme of THEMES) {
      await dress(player.page, theme);
      const named = [name, state].filter(Boolean).join('-');
      // Writing a PNG takes five times as long as all else about a picture.
      const path = join(folder, `${named}-${screen}-${theme}.jpg`);
      await player.page.screenshot({ path, quality: 90 });
      const { size } = await stat(path);
      assert.ok(size > 10_000, `${path} is empty`);
    }
  });
  assert.deepEqual(player.bad, []);
  await player.leave();
}

/** A table of a variant in mid-game. */
async function middle(
  info: GameInfo,
  variant: string,
  seats: number,
  bot = info.levels[3]?.bot ?? 'random',
): Promise<Seat> {
  const { url } = here.server;
  const agreed = { game: info.game, variant, seats, take_back: false };
  const bots = Array.from({ length: seats - 1 }, () => bot);
  const seat = await create(url, { agreed, sit: me, bots, start: true });
  await playOut(url, seat, (now) => now.v > 34 && Boolean(now.legal?.length));
  return seat;
}

async function driverOf(game: string): Promise<Driver> {
  return ((await import(`./games/${game}/drive.ts`)) as { driver: Driver }).driver;
}

/** Sit down where a game is going on, and wait until one may move. */
async function sitIn(player: Player, seat: Seat, game: string, variant: string): Promise<void> {
  await player.join(here.server.url, seat, { game, variant });
  await player.turn();
  await player.page.locator('main h1').first().waitFor({ state: 'attached' });
}

test('the pages', async () => {
  for (const screen of SCREENS)
    await looked('', screen, async ({ page }, shoot) => {
      for (const [name, path] of Object.entries(PAGES)) {
        await page.goto(here.server.url + path);
        await page.locator('main h1').first().waitFor({ state: 'attached' });
        await shoot(name);
      }
    });
});

/** Sit at a table whose finale, when it comes, stays as long as a picture takes. */
async function sitForFinale(player: Player, seat: Seat, game: string, variant: string) {
  await player.page.addInitScript((ms) => {
    const own = setTimeout.bind(globalThis);
    const patient = (call: () => void, after?: number, ...rest: unknown[]): unknown =>
      after === ms ? 0 : own(call, after, ...rest);
    Object.assign(globalThis, { setTimeout: patient });
  }, FINALE_MS);
  await sitIn(player, seat, game, variant);
  await player.page.emulateMedia({ reducedMotion: 'no-preference' });
}

/** Wait until the numbers of a finale have rolled up. */
async function rolledUp({ page }: Player): Promise<void> {
  await page.locator('[data-finale] .number').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[data-finale] .number [aria-hidden]'));
}

/** See a game end on a desk and a phone at the same time, and look at its finale. */
async function finale(info: GameInfo, variant: string, seats: number): Promise<void> {
  const seat = await middle(info, variant, seats, info.bots[0]);
  await looked(info.game, 'desk', (desk, shootDesk) =>
    looked(info.game, 'phone', async (phone, shootPhone) => {
      for (const one of [desk, phone]) await sitForFinale(one, seat, info.game, variant);
      await playOut(here.server.url, seat);
      await rolledUp(desk);
      await shootDesk('finale');
      await rolledUp(phone);
      await shootPhone('finale');
    }),
  );
}

/** Use up the tries of a puzzle: the best spot of one tile after the other. */
async function tryAll(page: Page): Promise<void> {
  for (let tile = 1; !(await page.locator('main[data-done]').count()); tile++) {
    await page.locator('[data-cell][tabindex="0"]').focus();
    for (const key of [String(tile), 'n', 'Enter', 'Enter']) await page.keyboard.press(key);
    const sure = page.getByRole('button', { name: /That’s it/ });
    const told = page.getByText(/^Try \d: (found|close|not)/).nth(tile - 1);
    await told.or(sure).or(page.locator('main[data-done]')).first().waitFor({ state: 'attached' });
    if (await sure.isVisible()) await sure.click();
  }
}

test('the puzzle of the day, and its result', async () => {
  for (const screen of SCREENS)
    await looked('daily', screen, async ({ page }, shoot) => {
      await page.clock.setFixedTime(new Date(DAY));
      await page.goto(`${here.server.url}/daily`);
      await page.locator('[data-cell]').first().waitFor();
      await shoot('');
      await tryAll(page);
      await page.getByRole('heading', { name: 'Why this move' }).waitFor();
      await shoot('result');
    });
});

test('the dialog of a new table', async () => {
  for (const screen of SCREENS)
    await looked('table-new', screen, async ({ page }, shoot) => {
      await page.goto(here.server.url);
      await page.getByRole('button', { name: 'New table' }).first().click();
      await page.getByRole('dialog').waitFor();
      await shoot('game');
      await page.keyboard.press('Escape');
      await page.locator('.gc').first().click();
      await page.getByRole('dialog').waitFor();
      await shoot('');
    });
});

test('every game: waiting, in mid-game and at its end', async () => {
  const { url } = here.server;
  for (const info of await games(url)) {
    const driver = await driverOf(info.game);
    const [variant] = info.variants;
    assert.ok(variant);
    const seat = await middle(info, variant.variant, driver.seats);
    const agreed = { game: info.game, variant: variant.variant, seats: driver.seats };
    const waiting = await create(url, { agreed, sit: me });
    const over = await finished(url, info, variant, driver.seats);
    for (const screen of SCREENS)
      await looked(info.game, screen, async (player, shoot) => {
        await player.join(url, waiting, agreed);
        await player.page.locator('[data-foot] .pri').waitFor();
        await shoot('waiting');
        await sitIn(player, seat, info.game, variant.variant);
        await driver.pictures(player, shoot);
        await player.join(url, over.seat, over.agreed);
        await player.page.getByRole('slider').waitFor();
        await shoot('end');
        await player.page
          .getByRole('button', { name: /^Share( picture)?$/ })
          .first()
          .click();
        await player.page.locator('dialog img').waitFor();
        await shoot('share');
      });
    await looked(info.game, 'desk', async ({ page }, shoot) => {
      await page.goto(`${url}/t/${seat.code}#tv`);
      await page.locator('.tv .join').waitFor();
      await shoot('tv');
    });
    await finale(info, variant.variant, driver.seats);
  }
});

test('every variant in mid-game', async () => {
  for (const info of await games(here.server.url)) {
    const driver = await driverOf(info.game);
    for (const { variant, seats } of info.variants.slice(1)) {
      const seat = await middle(info, variant, Math.min(4, seats.at(-1) ?? 1));
      for (const screen of SCREENS)
        await looked(`${info.game}-${variant}`, screen, async (player, shoot) => {
          await sitIn(player, seat, info.game, variant);
          await driver.show(player);
          await shoot('');
        });
    }
  }
});
