/** The pictures of the README: `node e2e/screenshots.ts` writes docs/images/*.png. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Screen, Theme } from './browser.ts';
import { launch } from './browser.ts';
import { Player, type Driver } from './player.ts';
import { Server } from './server.ts';
import { create, finished, games, leaveToBot, playOut } from './api.ts';

const folder = join(import.meta.dirname, '..', '..', 'docs', 'images');
const me = { name: 'Fox 27', avatar: 'fox' };

await mkdir(folder, { recursive: true });
const server = await Server.start();
const browser = await launch();

async function shot(
  name: string,
  screen: Screen,
  theme: Theme,
  open: (p: Player) => Promise<void>,
) {
  const player = await Player.come(browser, screen, theme, {
    deviceScaleFactor: screen === 'desk' ? 0.66 : 1,
  });
  await player.page.addInitScript((who) => {
    localStorage.setItem('hexade.me', JSON.stringify(who));
  }, me);
  await open(player);
  await player.page.evaluate(() => document.fonts.ready);
  // A flat ground makes a small file.
  await player.page.evaluate(() => (document.body.style.background = 'var(--bg2)'));
  await player.page.waitForTimeout(800);
  await player.page.screenshot({ path: join(folder, `web-${name}.png`) });
  await player.leave();
}

try {
  await shot('home', 'desk', 'light', async ({ page }) => {
    await page.goto(server.url);
    await page.locator('.gc').first().waitFor();
  });
  for (const info of await games(server.url)) {
    const [variant] = info.variants;
    if (!variant) continue;
    const { driver } = (await import(`./games/${info.game}/drive.ts`)) as { driver: Driver };
    const seats = Math.min(variant.seats.at(-1) ?? 1, variant.has_start ? 2 : 4);
    const agreed = { game: info.game, variant: variant.variant, seats, take_back: false };
    const bot = info.levels.at(-2)?.bot ?? info.bots.at(-1) ?? 'random';
    const bots = Array.from({ length: seats - 1 }, () => bot);
    const seat = await create(server.url, { agreed, sit: me, bots, start: true });
    await leaveToBot(server.url, seat, bot, (now) => now.v > 34);
    // What is offered has two answers; a picture of a choice is better.
    await playOut(server.url, seat, (now) => (now.legal?.length ?? 0) > 2);
    for (const [screen, theme] of [
      ['desk', 'light'],
      ['phone', 'dark'],
    ] as const)
      await shot(`${info.game}-${screen}`, screen, theme, async (player) => {
        await player.join(server.url, seat, agreed);
        await player.page.locator('main h1').first().waitFor({ state: 'attached' });
        await player.turn();
        await driver.show(player);
      });
    if (info.variants.length < 3) continue; // one end is enough: that of the game with most variants
    const over = await finished(server.url, info, variant, seats, bot);
    await shot(`${info.game}-end`, 'desk', 'light', async (player) => {
      await player.join(server.url, over.seat, over.agreed);
      await player.page.getByRole('slider').waitFor();
      const busy = player.page.getByText('Looking for better moves');
      await busy.waitFor({ state: 'hidden', timeout: 120_000 });
    });
  }
} finally {
  await browser.close();
  await server.stop();
}
