/** A first game explains itself: offered once, led by deeds, and never in the way. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Locator } from 'playwright-core';
import type { Lesson } from '../src/games/contract.ts';
import type { GameInfo } from '../src/wire/messages.ts';
import type { Screen } from './browser.ts';
import { accessibleInBothThemes, cutOff, overflowing, worded } from './checks.ts';
import { covered } from './covered.ts';
import { fits } from './fits.ts';
import { pick, Player, type Driver } from './player.ts';
import { fixtures } from './fixtures.ts';
import { create, games, takeSeat } from './api.ts';

const here = fixtures();
const someone = { name: 'Ada', avatar: 'fox' };
const TURNED = { viewport: { width: 844, height: 390 } };
const SMALL = { viewport: { width: 375, height: 667 } };
// Phones with the browser's bars.
const BARRED = { viewport: { width: 390, height: 664 } };
// Laptops with the browser's bars.
const LAPTOPS = [
  { width: 1366, height: 650 },
  { width: 1280, height: 720 },
  { width: 1536, height: 730 },
];
const LEAST = { viewport: { width: 360, height: 600 } };
const NEAR = { viewport: { width: 360, height: 225 }, isMobile: false, hasTouch: false };

interface Came {
  player: Player;
  panel: Locator;
  driver: Driver;
  address: string;
  /** The parts of the lesson that were asked for. */
  loaded: string[];
}
interface Way {
  screen?: Screen;
  more?: BrowserContextOptions;
  text?: number;
  ask?: string;
  variant?: string;
  seats?: number;
}

/** Somebody new at a table with bots, and the panel that offers to show the game. */
async function newcomer(info: GameInfo, way: Way = {}): Promise<Came> {
  const { screen = 'desk', more = {}, text = 100, ask = '' } = way;
  const { url } = here.server;
  const { driver } = (await import(`./games/${info.game}/drive.ts`)) as { driver: Driver };
  const variant = way.variant ?? info.variants[0]?.variant ?? '';
  const seats = way.seats ?? driver.seats;
  const agreed = { game: info.game, variant, seats, take_back: false };
  const bots = Array.from({ length: seats - 1 }, () => 'random');
  const seat = await create(url, { agreed, sit: someone, bots, start: true });
  const player = await Player.come(here.browser, screen, 'light', more, true);
  const loaded = loads(player);
  await player.page.addInitScript((size) => {
    localStorage.setItem('hexade.settings', JSON.stringify({ text: size }));
  }, text);
  await takeSeat(player.page.context(), seat, agreed);
  const address = `${url}/t/${seat.code}`;
  await player.page.goto(address + ask);
  const panel = player.page.locator('section.lesson');
  await panel.waitFor();
  await player.turn();
  await player.page.evaluate(() => document.fonts.ready);
  return { player, panel, driver, address, loaded };
}

/** How many steps the lesson at such a table has, and which comes after the last deed. */
async function course(info: GameInfo, driver: Driver): Promise<{ of: number; after: number }> {
  const found = (await import(`../src/games/${info.game}/lesson.ts`)) as { default: Lesson };
  const variant = info.variants[0]?.variant ?? null;
  const steps = found.default({ game: info.game, variant, seats: driver.seats });
  return { of: steps.length, after: steps.findLastIndex(({ deed }) => deed) + 2 };
}

/** Note which parts of a lesson a page asks for, from now on. */
function loads(player: Player): string[] {
  const found: string[] = [];
  player.page.on('request', (request) => {
    if (/\/(lesson|Panel|progress\.svelte)-[^/]*\.js$/.test(request.url()))
      found.push(request.url());
  });
  return found;
}

const onward = (panel: Locator): Locator => panel.locator('.btn.pri');

/** How the outline of something looks now. */
const outline = (one: Locator): Promise<string> =>
  one.evaluate((node) => {
    const { outlineColor, outlineWidth, outlineStyle } = getComputedStyle(node);
    return [outlineColor, outlineWidth, outlineStyle].join(' ');
  });

/** The number of the step that is shown; 0 when there is none. */
async function step(panel: Locator): Promise<number> {
  if (!(await panel.count())) return 0;
  return Number(await panel.locator('.sign').textContent());
}

/** What does not fit, is covered or cut off now; on a phone the table is on the screen at once. */
async function problems(player: Player): Promise<string[]> {
  await player.page.evaluate(async () => {
    // The table makes room for the panel, and what it speaks of comes into view.
    for (let n = 0; n < 4; n++) await new Promise((done) => requestAnimationFrame(done));
  });
  const found = [await overflowing(player.page), await worded(player.page), await covered(player)];
  return found.flat();
}

/** The same where all of the table is beside the panel without scrolling. */
async function fitted(player: Player, least?: number): Promise<string[]> {
  return [...(await problems(player)), ...(await fits(player.page, least))];
}

/** The same on a desk, and then on laptops; how small what is pressed may be is not looked at there. */
async function fittedOnLaptops(player: Player): Promise<string[]> {
  const desk = player.page.viewportSize();
  const found = await problems(player);
  for (const size of LAPTOPS) {
    await player.page.setViewportSize(size);
    const here = await fitted(player, 0);
    found.push(...here.map((line) => `${size.width} × ${size.height}: ${line}`));
  }
  if (desk) await player.page.setViewportSize(desk);
  return found;
}

/** Go through all that is left of a lesson, looking at every step; returns how many there were. */
async function through({ player, panel }: Came, look: () => Promise<string[]>): Promise<number> {
  const found: string[] = [];
  let count = 0;
  while (await panel.count()) {
    count += 1;
    found.push(...(await look()).map((line) => `step ${count}: ${line}`));
    const before = await panel.textContent();
    await player.press(onward(panel));
    await player.page.waitForFunction(
      (text) => document.querySelector('section.lesson')?.textContent !== text,
      before,
    );
  }
  assert.deepEqual(found, []);
  return count;
}

for (const screen of ['desk', 'phone'] satisfies Screen[])
  test(`the lesson of every game follows the play: ${screen}`, async () => {
    for (const info of await games(here.server.url)) {
      const phone = screen === 'phone';
      const look = phone ? fitted : fittedOnLaptops;
      const came = await newcomer(info, { screen, more: phone ? BARRED : {} });
      const { player, panel, driver, loaded } = came;
      const { of, after } = await course(info, driver);
      assert.deepEqual(await accessibleInBothThemes(player.page), [], info.game);
      assert.deepEqual(await look(player), [], `${info.game}: the offer`);
      await player.press(panel.getByRole('button', { name: 'Show me in 90 seconds' }));
      assert.equal(await step(panel), 1);
      assert.deepEqual(await accessibleInBothThemes(player.page), [], info.game);
      await player.press(onward(panel));
      assert.equal(await step(panel), 2);
      assert.equal(await player.page.locator('[data-ringed]').count(), 1);
      // From here a move leads on, and no button.
      const legal = (await player.turn()) ?? [];
      await player.make(driver[phone ? 'touch' : 'mouse'], pick(legal, 1));
      await player.page.waitForFunction(
        (n) => Number(document.querySelector('.lesson .sign')?.textContent) === n,
        after,
      );
      assert.equal(await through(came, () => look(player)), of - after + 1);
      assert.equal(await player.page.locator('[data-ringed]').count(), 0);
      assert.ok(loaded.length >= 3, 'it was loaded');
      loaded.length = 0;
      await player.page.reload();
      await player.page.locator('main h1').first().waitFor({ state: 'attached' });
      await player.asked();
      assert.deepEqual(loaded, [], 'it comes once');
      assert.deepEqual(player.bad, []);
      await player.leave();
    }
  });

test('every variant has its own steps, and the smallest phone has room for them', async () => {
  for (const info of await games(here.server.url))
    for (const { variant, seats } of info.variants)
      for (const n of new Set([seats[0] ?? 1, seats.at(-1) ?? 1])) {
        const came = await newcomer(info, { variant, seats: n, screen: 'phone', more: LEAST });
        await came.player.press(onward(came.panel));
        const count = await through(came, () => fitted(came.player));
        assert.ok(count >= 4 && count <= 6, `${info.game} ${variant}: ${count} steps`);
        await came.player.leave();
      }
});

test('longer words, landscape and text of 200 % leave room for it', async () => {
  const ways: Record<string, Way> = {
    'longer words on a phone': { screen: 'phone', ask: '?lang=xx' },
    'longer words on a desk': { ask: '?lang=xx' },
    'on its side': { screen: 'phone', more: TURNED },
    'on its side, low': { screen: 'phone', more: { viewport: { width: 740, height: 360 } } },
    'on its side, small': { screen: 'phone', more: { viewport: { width: 667, height: 375 } } },
    'a small phone': { screen: 'phone', more: SMALL },
    '400 %': { screen: 'desk', more: NEAR },
    '200 %': { screen: 'phone', text: 200 },
  };
  for (const info of await games(here.server.url))
    for (const [name, way] of Object.entries(ways)) {
      const came = await newcomer(info, way);
      const { page } = came.player;
      await came.player.press(onward(came.panel));
      const look = async (): Promise<string[]> => [
        ...(await problems(came.player)),
        ...(way.text ? await cutOff(page) : []),
      ];
      await through(came, async () => (await look()).map((line) => `${name}: ${line}`));
      await came.player.leave();
    }
});

test('with the keyboard alone the focus is never lost, and visible on the highlighted element', async () => {
  for (const info of await games(here.server.url)) {
    const { player, panel, driver } = await newcomer(info);
    const { page } = player;
    const { of } = await course(info, driver);
    const has = (one: Locator): Promise<boolean> =>
      one.evaluate((node) => node === document.activeElement);
    await onward(panel).focus();
    for (const n of [1, 2]) {
      await page.keyboard.press('Enter');
      assert.equal(await step(panel), n);
      assert.ok(await has(onward(panel)), `${info.game}: on the button at step ${n}`);
    }
    const back = panel.getByRole('button', { name: 'Back' });
    await back.focus();
    await page.keyboard.press('Enter');
    assert.equal(await step(panel), 1);
    assert.ok(await has(back), `${info.game}: on Back at the first step`);
    assert.equal(await back.getAttribute('aria-disabled'), 'true');
    for (let n = 1; n <= of; n++) {
      const ringed = page.locator('button[data-ringed]');
      if (await ringed.count()) {
        const ring = await outline(ringed);
        await ringed.focus();
        assert.notEqual(await outline(ringed), ring, `${info.game}: no focus to be seen`);
      }
      await onward(panel).focus();
      await page.keyboard.press('Enter');
    }
    await panel.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.closest('#main'));
    assert.deepEqual(player.bad, []);
    await player.leave();
  }
});

test('the first Tab goes to the offer, and Esc declines it from there and from the table', async () => {
  for (const info of await games(here.server.url))
    for (const from of ['the offer', 'the table']) {
      const { player, panel } = await newcomer(info);
      const { page } = player;
      const there = (): Promise<boolean> =>
        onward(panel).evaluate((node) => node === document.activeElement);
      if (from === 'the offer') {
        await page.keyboard.press('Tab');
        assert.ok(await there(), `${info.game}: the first Tab`);
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        assert.ok(
          await page.evaluate(() => document.activeElement?.closest('main')),
          `${info.game}: the table comes next`,
        );
        await page.keyboard.press('Shift+Tab');
        assert.ok(
          await page.evaluate(() => document.activeElement?.closest('.lesson')),
          `${info.game}: and back`,
        );
      }
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      await page.waitForFunction(
        (where) => where === 'the table' || document.activeElement?.closest('#main'),
        from,
      );
      await player.leave();
    }
});

test('larger text, set in another window, unpins the panel from the bottom of a low phone', async () => {
  const [info] = await games(here.server.url);
  assert.ok(info);
  const { player, panel } = await newcomer(info, { screen: 'phone', more: SMALL });
  const foot = (): Promise<string> =>
    player.page.locator('.app').evaluate((one) => getComputedStyle(one).getPropertyValue('--foot'));
  await player.press(onward(panel));
  assert.notEqual(await foot(), '0px');
  const other = await player.page.context().newPage();
  await other.goto(`${here.server.url}/settings`);
  await other.evaluate(() => localStorage.setItem('hexade.settings', '{"text":200}'));
  await player.page.waitForFunction(() =>
    [...document.querySelectorAll('.lesson')].some(
      (one) => getComputedStyle(one).position === 'relative',
    ),
  );
  await player.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  assert.equal(await foot(), '0px');
  await player.leave();
});

test('it goes back, continues after a reload, closes with Esc, and restarts from the menu', async () => {
  const [info] = await games(here.server.url);
  assert.ok(info);
  const { player, panel, address, loaded } = await newcomer(info);
  const { page } = player;
  const focus = (): Promise<string> => page.evaluate(() => document.activeElement?.tagName ?? '');
  const before = await focus();
  await page.getByRole('status').or(page.locator('[aria-live=polite]')).first().waitFor({
    state: 'attached',
  });
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-live=polite]')].some((one) =>
      one.textContent?.includes('a 90-second introduction'),
    ),
  );
  assert.equal(await focus(), before, 'the offer takes no focus');
  await onward(panel).click();
  await onward(panel).click();
  await panel.getByRole('button', { name: 'Back' }).click();
  assert.equal(await step(panel), 1);
  await onward(panel).click();
  await page.reload();
  await panel.waitFor();
  assert.equal(await step(panel), 2);
  // Another page of ours, and back.
  await page.evaluate(() => history.pushState(null, '', '/settings'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await panel.waitFor({ state: 'detached' });
  await page.goBack();
  await panel.waitFor();
  assert.equal(await step(panel), 2);
  await page.locator('main').press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Show me' }).press('Enter');
  await panel.waitFor();
  assert.equal(await step(panel), 1);
  await page.waitForFunction(() => document.activeElement?.closest('.lesson'));
  await panel.getByRole('button', { name: 'Skip' }).click();
  await panel.waitFor({ state: 'detached' });
  loaded.length = 0;
  await page.goto(`${here.server.url}/`);
  await page.goto(address);
  await player.asked();
  assert.deepEqual(loaded, []);
  // Somebody who only watches is not asked, new or not.
  const watcher = await Player.come(here.browser, 'desk', 'light', {}, true);
  const watched = loads(watcher);
  await watcher.page.goto(address);
  await watcher.page.locator('main h1').first().waitFor({ state: 'attached' });
  await watcher.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  assert.deepEqual(watched, []);
  for (const one of [player, watcher]) {
    assert.deepEqual(one.bad, []);
    await one.leave();
  }
});

test('“No, thanks” and a move decline it; the menu of a phone restarts it', async () => {
  const all = await games(here.server.url);
  const [info] = all;
  assert.ok(info);
  const no = await newcomer(info, { screen: 'phone' });
  await no.player.press(no.panel.getByRole('button', { name: 'No, thanks' }));
  await no.panel.waitFor({ state: 'detached' });
  await no.player.press(no.player.page.getByRole('button', { name: 'Menu' }));
  const menu = no.player.page.getByRole('dialog');
  await no.player.press(menu.getByRole('button', { name: 'Show me' }));
  await no.panel.waitFor();
  await no.player.leave();
  for (const one of all) {
    const { player, panel, driver } = await newcomer(one);
    await player.make(driver.mouse, pick((await player.turn()) ?? [], 1));
    await panel.waitFor({ state: 'detached' });
    await player.leave();
  }
});
