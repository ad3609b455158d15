/** The page without what browsers of late 2022 lack, and what it says in those that cannot start it. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { playAgainst } from './against.ts';
import { fits } from './fits.ts';
import { fixtures } from './fixtures.ts';
import { pick, Player, type Driver } from './player.ts';

const here = fixtures();
const PATHS = ['', 'learn', 'daily', 'bots', 'stats', 'rules', 'settings', 'about'];
const BUILT = join(import.meta.dirname, '..', '..', 'src', 'hexade', 'web', 'assets');

/** Take away what came after Safari 16.0, Chrome 107 and Firefox 121. */
const FORGET = `(() => {
  const forget = (of, ...names) => names.forEach((name) => of && delete of[name]);
  forget(Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with');
  forget(Array, 'fromAsync');
  forget(Object, 'groupBy');
  forget(Map, 'groupBy');
  forget(Promise, 'withResolvers', 'try');
  forget(String.prototype, 'isWellFormed', 'toWellFormed');
  forget(URL, 'canParse', 'parse');
  forget(globalThis.AbortSignal, 'any');
  forget(globalThis.Element?.prototype, 'checkVisibility');
  forget(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference',
    'isSubsetOf', 'isSupersetOf', 'isDisjointFrom');
  forget(globalThis.Iterator?.prototype, 'map', 'filter', 'take', 'drop', 'flatMap', 'reduce',
    'toArray', 'forEach', 'some', 'every', 'find');
  forget(globalThis, 'CompressionStream', 'DecompressionStream', 'OffscreenCanvas');
})();`;

/** Serve a file with other words in it. */
const reworded =
  (change: (text: string) => string) =>
  async (route: Route): Promise<void> => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  };

async function age(page: Page): Promise<void> {
  await page.addInitScript(FORGET);
  await page.route(
    '**/assets/worker-*.js',
    reworded((text) => FORGET + text),
  );
  const plain = (text: string): string =>
    text.replaceAll('color-mix(', 'mixed-color(').replaceAll('dvh', 'dxh');
  await page.route('**/*.css', reworded(plain));
}

/** What a browser does that blocks cookies: all that is stored is refused, in the page and its worker. */
const BLOCK = `(() => {
  const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError'); };
  for (const name of ['localStorage', 'sessionStorage'])
    if (name in globalThis) Object.defineProperty(globalThis, name, { get: refuse });
  IDBFactory.prototype.open = IDBFactory.prototype.deleteDatabase = refuse;
  LockManager.prototype.request = async () => refuse();
  CacheStorage.prototype.keys = async () => refuse();
})();`;

/** Somebody on a small phone whose browser is old. */
async function visitor(): Promise<Player> {
  const viewport = { width: 390, height: 664 };
  const player = await Player.come(here.browser, 'phone', 'light', { viewport });
  await age(player.page);
  return player;
}

const DRIVES = globSync('games/*/drive.ts', { cwd: import.meta.dirname }).sort();
for (const file of DRIVES) {
  const game = basename(dirname(file));
  test(`${game} is played, and fits, without newer methods and styles`, async () => {
    const { driver } = (await import(join(import.meta.dirname, file))) as { driver: Driver };
    const player = await visitor();
    const { page } = player;
    try {
      await playAgainst(page, here.server.url, game, 'level1');
      for (let turns = 0; turns < 2; turns++)
        await player.make(driver.touch, pick((await player.turn()) ?? [], turns));
      await player.turn();
      await player.asked();
      // The check itself may use what is new.
      await page.evaluate(() => {
        Element.prototype.checkVisibility = function () {
          return getComputedStyle(this).visibility !== 'hidden';
        };
      });
      assert.deepEqual(await fits(page), []);
      assert.deepEqual(player.bad, []);
    } finally {
      await player.leave();
    }
  });
}

test('every page is there without newer methods and styles', async () => {
  const player = await visitor();
  const { page } = player;
  try {
    for (const path of PATHS) {
      await page.goto(new URL(path, here.server.url).href);
      await page.locator('h1').first().waitFor();
    }
    assert.equal(await page.evaluate(() => typeof globalThis.CompressionStream), 'undefined');
    assert.deepEqual(player.bad, []);
  } finally {
    await player.leave();
  }
});

test('a browser that blocks its storage plays, and says that it keeps nothing', async () => {
  const player = await Player.come(here.browser, 'phone');
  const { page } = player;
  const worker = reworded((text) => BLOCK + text);
  try {
    await page.route('**/assets/worker-*.js', worker);
    await page.addInitScript(BLOCK);
    const saves = page.getByText('This browser saves nothing').first();
    for (const path of PATHS) {
      await page.goto(new URL(path, here.server.url).href);
      await page.locator('h1').first().waitFor();
      if (path === 'settings') await page.getByRole('button', { name: 'Export' }).tap();
      if (!path || path === 'settings') await saves.waitFor();
    }
    const [game = ''] = DRIVES.map((file) => basename(dirname(file)));
    await page.goto(new URL(`learn/${game}`, here.server.url).href);
    await page.locator('.foot .btn.pri').tap();
    await page.getByText('This browser doesn’t let us save').first().waitFor();
    assert.ok(await player.turn());
    await player.asked();
    assert.deepEqual(player.bad, []);
  } finally {
    await player.leave();
  }
});

test('no file has what stops an older browser before it starts', () => {
  const files = globSync('*.js', { cwd: BUILT });
  assert.ok(files.length);
  const bad = files.filter((name) =>
    /\(\?<[=!]|\bstatic\s*\{/.test(readFileSync(join(BUILT, name), 'utf8')),
  );
  assert.deepEqual(bad, []);
});

test('a page that does not start says so in three languages', async () => {
  const player = await Player.come(here.browser, 'phone', 'light', {
    reducedMotion: 'no-preference',
  });
  const { page } = player;
  try {
    await page.goto(here.server.url);
    await page.locator('h1').first().waitFor();
    assert.equal(await page.locator('.unstarted').count(), 0);
    await page.route('**/assets/index-*.js', (route) => route.abort());
    await page.reload();
    const said = page.locator('.unstarted p');
    // However late this is asked: the first moment, and then the time when it has waited for long.
    await page.evaluate(() => document.getAnimations().forEach((one) => (one.currentTime = 0)));
    assert.equal(await said.first().isVisible(), false);
    await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
    assert.deepEqual(await said.evaluateAll((all) => all.map((one) => (one as HTMLElement).lang)), [
      'en',
      'de',
      'nl',
    ]);
    for (const one of await said.all()) assert.ok(await one.isVisible());
    const inks = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      inks.push(await said.first().evaluate((one) => getComputedStyle(one).color));
    }
    assert.deepEqual(inks, ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    assert.deepEqual(
      player.bad.filter((one) => !one.includes('ERR_FAILED')),
      [],
    );
  } finally {
    await player.leave();
  }
});

test('a page without JavaScript says so', async () => {
  // What a browser shows without scripts cannot be asked in it: read what it is given.
  const page = await (await fetch(here.server.url)).text();
  const said = /<noscript>([^]*?)<\/noscript>/.exec(page)?.[1] ?? '';
  assert.deepEqual(
    [...said.matchAll(/lang="(..)">[^<]*JavaScript/g)].map(([, lang]) => lang),
    ['en', 'de', 'nl'],
  );
});
