/** Large text: 200 % on a phone, and 400 % on a desk, where the window is 360 × 225 (SC 1.4.4, 1.4.10). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launch } from './browser.ts';
import { cutOff, overflowing } from './checks.ts';
import { Player } from './player.ts';
import { fixtures } from './fixtures.ts';
import { create, finished, games, playOut, type Seat } from './api.ts';

const here = fixtures();
const someone = { name: 'Ada', avatar: 'fox' };
const PAGES = {
  home: '/',
  learn: '/learn',
  bots: '/bots',
  stats: '/stats',
  rules: '/rules',
  settings: '/settings',
  about: '/about',
  privacy: '/privacy',
};
interface Way {
  name: string;
  text: number;
  more: BrowserContextOptions;
  /** What the browser itself is set to. */
  font?: string;
}
const WAYS: Way[] = [
  { name: 'text of 200 % on a phone', text: 200, more: {} },
  {
    name: 'a browser set to text of 200 %, on a phone',
    text: 100,
    more: {},
    font: '--blink-settings=defaultFontSize=32',
  },
  {
    name: '400 % on a desk',
    text: 100,
    more: { viewport: { width: 360, height: 225 }, isMobile: false, hasTouch: false },
  },
];

async function come(browser: Browser, { text, more }: Way): Promise<Player> {
  const player = await Player.come(browser, 'phone', 'light', more);
  await player.page.addInitScript((size) => {
    localStorage.setItem('hexade.settings', JSON.stringify({ text: size }));
  }, text);
  return player;
}

/** Nothing sticks out, nothing is cut off, and one only ever scrolls down. */
async function problems(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  return [...(await overflowing(page)), ...(await cutOff(page))];
}

/** Do something in a browser that is set so, which is another one where it must be. */
async function using(way: Way, deed: (browser: Browser) => Promise<void>): Promise<void> {
  const own = way.font ? await launch(way.font) : null;
  try {
    await deed(own ?? here.browser);
  } finally {
    await own?.close();
  }
}

test('text follows the browser’s text size', async () => {
  const size = async (browser: Browser, way: Way): Promise<number> => {
    const { page } = await come(browser, way);
    await page.goto(here.server.url);
    const box = await page.getByRole('button', { name: 'New table' }).first().boundingBox();
    await page.context().close();
    return box?.height ?? 0;
  };
  const usual = await size(here.browser, { name: '', text: 100, more: {} });
  for (const way of WAYS.slice(0, 2))
    await using(way, async (browser) => {
      const grown = (await size(browser, way)) / usual;
      assert.ok(grown > 1.9, `${way.name}: only ${grown} times as large`);
    });
});

for (const way of WAYS) {
  const { name } = way;
  test(`${name}: the pages`, async () => {
    const found: string[] = [];
    await using(way, async (browser) => {
      const { page, ...player } = await come(browser, way);
      const guides = (await games(here.server.url)).map(({ game }) => [
        `how to play ${game}`,
        `/learn/${game}`,
      ]);
      for (const [what, path] of [...Object.entries(PAGES), ...guides]) {
        await page.goto(here.server.url + path);
        await page.locator('main h1').first().waitFor({ state: 'attached' });
        found.push(...(await problems(page)).map((one) => `${what}: ${one}`));
      }
      assert.deepEqual(player.bad, []);
      await page.context().close();
    });
    assert.equal(found.join('\n'), '');
  });

  test(`${name}: every game's table and its end`, async () => {
    const found: string[] = [];
    const { url } = here.server;
    await using(way, async (browser) => {
      const player = await come(browser, way);
      for (const info of await games(url)) {
        const [variant] = info.variants;
        assert.ok(variant);
        const seats = Math.min(4, variant.seats.at(-1) ?? 1);
        const agreed = { game: info.game, variant: variant.variant, seats, take_back: false };
        const bots = Array.from({ length: seats - 1 }, () => info.levels[0]?.bot ?? 'random');
        const middle = await create(url, { agreed, sit: someone, bots, start: true });
        await playOut(url, middle, (now) => now.v > 30 && Boolean(now.legal?.length));
        const tables: Record<string, Seat> = {
          'in mid-game': middle,
          waiting: await create(url, { agreed, sit: someone }),
          'at its end': (await finished(url, info, variant, seats)).seat,
        };
        for (const [when, seat] of Object.entries(tables)) {
          await player.join(url, seat, agreed);
          await player.page.locator('main h1').first().waitFor({ state: 'attached' });
          if (when === 'at its end') await player.page.getByRole('slider').waitFor();
          const list = [...(await problems(player.page)), ...player.bad.splice(0)];
          found.push(...list.map((one) => `${info.game} ${when}: ${one}`));
        }
      }
      await player.leave();
    });
    assert.equal(found.join('\n'), '');
  });
}
