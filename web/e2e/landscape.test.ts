/** A phone in landscape: the whole table is on the screen at once, and the rest can be reached. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overflowing } from './checks.ts';
import { Player, type Driver } from './player.ts';
import { fixtures } from './fixtures.ts';
import { create, finished, games, playOut } from './api.ts';

const here = fixtures();
const someone = { name: 'Ada', avatar: 'fox' };
const USUAL = { width: 844, height: 390 };
const SIZES = [USUAL, { width: 740, height: 360 }, { width: 667, height: 375 }];
const come = (viewport = USUAL): Promise<Player> =>
  Player.come(here.browser, 'phone', 'light', { viewport, hasTouch: true, isMobile: true });

/** How far a page can be scrolled down, and which of its pressable things lie outside the window. */
async function outside({ page }: Player): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollHeight } = document.documentElement;
    if (scrollHeight > innerHeight + 1) found.push(`the page is ${scrollHeight} high`);
    for (const one of document.querySelectorAll('main button, main a')) {
      const box = one.getBoundingClientRect();
      const name = one.getAttribute('aria-label') ?? one.textContent?.trim() ?? '';
      if (box.width > 2 && box.bottom > innerHeight + 1) found.push(`"${name}" is below`);
    }
    return found;
  });
}

/** Which lines of the scores lie under something else, wherever the page has some. */
async function underneath({ page }: Player): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-lesson="scores"], [data-lesson="scores"] li')].flatMap(
      (one, n) => {
        const box = one.getBoundingClientRect();
        const x = box.left + box.width / 2;
        return [box.top + 2, box.bottom - 2].flatMap((y) => {
          const there = document.elementFromPoint(x, y);
          if (one.contains(there)) return [];
          return [
            `line ${n} of the scores at ${y} lies under ${there?.tagName}.${there?.className}`,
          ];
        });
      },
    ),
  );
}

/** All that is wrong with a table as it stands there. */
async function wrong(player: Player): Promise<string[]> {
  const found = [outside(player), underneath(player), overflowing(player.page)];
  return (await Promise.all(found)).flat();
}

test('every game is played without scrolling', async () => {
  const { url } = here.server;
  const found: string[] = [];
  for (const info of await games(url)) {
    const [variant] = info.variants;
    assert.ok(variant);
    const { driver } = (await import(`./games/${info.game}/drive.ts`)) as { driver: Driver };
    const agreed = { game: info.game, variant: variant.variant, seats: driver.seats };
    const bots = Array.from({ length: driver.seats - 1 }, () => info.bots[0] ?? 'random');
    const seat = await create(url, { agreed, sit: someone, bots, start: true });
    await playOut(url, seat, (now) => now.v > 30 && Boolean(now.legal?.length));
    for (const size of SIZES) {
      const player = await come(size);
      await player.join(url, seat, agreed);
      await player.turn();
      await player.asked();
      const list = await wrong(player);
      await driver.show(player);
      list.push(...(await wrong(player)), ...player.bad);
      found.push(...list.map((one) => `${info.game}, ${size.width} × ${size.height}: ${one}`));
      await player.leave();
    }
  }
  assert.equal(found.join('\n'), '');
});

test('the longest texts of a first turn leave the scores visible', async () => {
  const { url } = here.server;
  const found: string[] = [];
  for (const info of await games(url))
    for (const size of SIZES) {
      const agreed = { game: info.game, variant: info.variants[0]?.variant, seats: 2 };
      const seat = await create(url, { agreed, sit: someone, bots: ['random'], start: true });
      const player = await come(size);
      await player.page.addInitScript(() => {
        localStorage.setItem('hexade.settings', JSON.stringify({ language: 'de' }));
      });
      await player.join(url, seat, agreed);
      await player.turn();
      await player.asked();
      const list = [...(await wrong(player)), ...player.bad];
      found.push(...list.map((one) => `${info.game}, ${size.width} × ${size.height}: ${one}`));
      await player.leave();
    }
  assert.equal(found.join('\n'), '');
});

test('in the waiting room and at the end everything is reachable by scrolling', async () => {
  const { url } = here.server;
  for (const info of await games(url)) {
    const [variant] = info.variants;
    assert.ok(variant);
    const seats = variant.seats[0] ?? 1;
    const agreed = { game: info.game, variant: variant.variant, seats };
    const waiting = await come();
    const bots = Array.from({ length: seats - 1 }, () => 'random');
    await waiting.join(url, await create(url, { agreed, sit: someone, bots }), agreed);
    await waiting.page.getByRole('button', { name: 'Start the game' }).waitFor();
    assert.equal((await overflowing(waiting.page)).join('\n'), '');
    await waiting.leave();
    const over = await finished(url, info, variant);
    const player = await come();
    await player.join(url, over.seat, over.agreed);
    await player.page.getByRole('slider').waitFor();
    assert.equal((await overflowing(player.page)).join('\n'), '');
    await player.page.getByRole('button', { name: 'Rematch' }).tap();
    await player.page.locator('main .end').waitFor({ state: 'hidden' });
    await player.leave();
  }
});
