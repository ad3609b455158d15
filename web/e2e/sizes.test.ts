/** Phones with the browser's bars, tablets and large screens: all that decides is on the screen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import type { GameInfo } from '../src/wire/messages.ts';
import { fits } from './fits.ts';
import { Player, type Driver } from './player.ts';
import { fixtures } from './fixtures.ts';
import { create, games, playOut, type Seat } from './api.ts';

const here = fixtures();
const someone = { name: 'Ada', avatar: 'fox' };

interface Size {
  name: string;
  phone: boolean;
  more: BrowserContextOptions;
  /** The least side of what is pressed: a mouse hits what a finger would not. */
  least: number;
}
const touch = { hasTouch: true, isMobile: true };
const SIZES: Size[] = [
  [390, 664],
  [360, 600],
  [820, 1180],
  [2560, 1440],
].map(([width = 0, height = 0]) => ({
  name: `${width} × ${height}`,
  phone: width < 600,
  more: { viewport: { width, height }, ...(width < 1024 ? touch : {}) },
  least: width < 1024 ? 44 : 24,
}));

interface Table {
  name: string;
  agreed: { game: string; variant: string; seats: number; take_back: boolean };
  seat: Seat;
}

/** A table in mid-game for every variant and number of seats. */
async function tables(url: string, info: GameInfo): Promise<Table[]> {
  const made: Table[] = [];
  for (const { variant, seats } of info.variants)
    for (const count of seats) {
      const agreed = { game: info.game, variant, seats: count, take_back: false };
      const bots = Array.from({ length: count - 1 }, () => info.bots[0] ?? 'random');
      const seat = await create(url, { agreed, sit: someone, bots, start: true });
      await playOut(url, seat, (now) => now.v > 20 && Boolean(now.legal?.length) && !now.mine);
      made.push({ name: `${info.game} ${variant}, ${count} seats`, agreed, seat });
    }
  return made;
}

test('what decides is visible in every game, with every number of seats', async () => {
  const { url } = here.server;
  const found: string[] = [];
  for (const info of await games(url)) {
    const { driver } = (await import(`./games/${info.game}/drive.ts`)) as { driver: Driver };
    for (const { name, agreed, seat } of await tables(url, info))
      for (const size of SIZES) {
        const player = await Player.come(
          here.browser,
          size.phone ? 'phone' : 'desk',
          'light',
          size.more,
        );
        await player.join(url, seat, agreed);
        await player.turn();
        await player.asked();
        const list = await fits(player.page, size.least);
        await driver.show(player);
        list.push(...(await fits(player.page, size.least)), ...player.bad);
        found.push(...list.map((one) => `${name}, ${size.name}: ${one}`));
        await player.leave();
      }
  }
  assert.equal([...new Set(found)].join('\n'), '');
});

test('a check of what fits finds what does not', async () => {
  const player = await Player.come(here.browser, 'phone');
  await player.page.setContent(
    `<body style="margin:0"><main>
      <button style="width:60px;height:60px">good</button>
      <button style="width:60px;height:20px;display:block">low</button>
      <button style="width:60px;height:60px;margin-left:370px">wide</button>
      <button style="width:60px;height:60px;margin-top:900px">far</button>
      <div style="position:fixed;inset:0 auto auto 0;width:20px;height:20px"></div>
    </main></body>`,
  );
  const list = (await fits(player.page)).join('\n');
  for (const [what, word] of Object.entries({
    low: 'is only 60 × 20',
    wide: 'is outside',
    far: 'is outside',
  }))
    assert.match(list, new RegExp(`"${what}" ${word}`));
  assert.doesNotMatch(list, /"good"/);
  await player.leave();
});
