/** Phones with the browser's bars, tablets and large screens: all that decides is on the screen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { GameInfo } from '../src/wire/messages.ts';
import { overflowing } from './checks.ts';
import { fits } from './fits.ts';
import { Player, type Driver } from './player.ts';
import { fixtures } from './fixtures.ts';
import { create, games, playOut, type Seat } from './api.ts';
import { movesOf, puzzleGames } from './puzzles.ts';

const here = fixtures();
const someone = { name: 'Ada', avatar: 'fox' };

/** A kind of device, and its sizes: a page is turned and resized, not opened again. */
interface Device {
  phone: boolean;
  more: BrowserContextOptions;
  /** The least side of what is pressed: a mouse hits what a finger would not. */
  least: number;
  sizes: { width: number; height: number }[];
}
const touch = { hasTouch: true, isMobile: true };
const phones = [
  { width: 390, height: 664 },
  { width: 360, height: 600 },
];
const DEVICES: Device[] = [
  { phone: true, more: touch, least: 44, sizes: phones },
  { phone: false, more: touch, least: 44, sizes: [{ width: 820, height: 1180 }] },
  { phone: false, more: {}, least: 24, sizes: [{ width: 2560, height: 1440 }] },
];

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

/** What does not fit at a table, in every size of a device, before a choice and with its preview. */
async function problems(
  player: Player,
  device: Device,
  driver: Driver,
  one: Table,
): Promise<string[]> {
  const found: string[] = [];
  const look = async (): Promise<void> => {
    for (const size of device.sizes) {
      await player.page.setViewportSize(size);
      await player.painted();
      const list = await fits(player.page, device.least);
      found.push(...list.map((what) => `${one.name}, ${size.width} × ${size.height}: ${what}`));
    }
  };
  await player.join(here.server.url, one.seat, one.agreed);
  await player.turn();
  await player.asked();
  await look();
  await driver.show(player);
  await look();
  return [...found, ...player.bad.splice(0)];
}

test('what decides is visible in every game, with every number of seats', async () => {
  const { url } = here.server;
  const found: string[] = [];
  for (const info of await games(url)) {
    const { driver } = (await import(`./games/${info.game}/drive.ts`)) as { driver: Driver };
    const all = await tables(url, info);
    // A page that is open goes from one table to the next in half the time of a new one.
    for (const device of DEVICES) {
      const more = { ...device.more, viewport: device.sizes[0] };
      const screen = device.phone ? 'phone' : 'desk';
      const player = await Player.come(here.browser, screen, 'light', more);
      for (const one of all) found.push(...(await problems(player, device, driver, one)));
      await player.leave();
    }
  }
  assert.equal([...new Set(found)].join('\n'), '');
});

/** The buttons beside a rack that lie over what is beside the board. */
const overlapping = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const board = document.querySelector('.centre')?.getBoundingClientRect();
    return [...document.querySelectorAll('.rackrow > button')].flatMap((one) => {
      const { left, right } = one.getBoundingClientRect();
      const out = board && (left < board.left - 1 || right > board.right + 1);
      return out ? [`“${one.textContent?.trim()}” leaves the board`] : [];
    });
  });

/** Numbers of the panels that stand so close below each other that they cannot be read. */
const crammed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST = 12;
    const all = [...document.querySelectorAll('.desk > aside *')].flatMap((one) => {
      const own = [...one.childNodes].filter(({ nodeType }) => nodeType === 3);
      if (
        !/^\d+$/.test(
          own
            .map(({ nodeValue }) => nodeValue)
            .join('')
            .trim(),
        )
      )
        return [];
      const { left, width, top, height } = one.getBoundingClientRect();
      return width > 1 ? [{ x: left + width / 2, y: top + height / 2 }] : [];
    });
    if (!all.length) return ['there are no numbers'];
    const gaps = all.flatMap(({ x, y }) =>
      all.flatMap((two) => (Math.abs(two.x - x) < 4 && two.y > y + 1 ? [two.y - y] : [])),
    );
    const least = Math.min(Infinity, ...gaps);
    return least < LEAST ? [`numbers stand ${least.toFixed(1)} px below each other`] : [];
  });

const LAPTOPS = [
  { width: 1280, height: 720 },
  { width: 1536, height: 730 },
  { width: 1366, height: 650 },
];

test('on a laptop nothing beside the board is cut off, in longer words and with four players too', async () => {
  const { url } = here.server;
  const found: string[] = [];
  for (const info of await games(url)) {
    const [form] = info.variants;
    for (const seats of form?.seats.filter((count) => count > 1 && count < 5) ?? []) {
      const agreed = { game: info.game, variant: form?.variant, seats, take_back: false };
      const bots = Array.from({ length: seats - 1 }, () => info.bots[0] ?? 'random');
      const seat = await create(url, { agreed, sit: someone, bots, start: true });
      const more = { viewport: LAPTOPS[0], locale: 'de-DE' };
      const player = await Player.come(here.browser, 'desk', 'light', more);
      await player.join(url, seat, agreed);
      await player.turn();
      await player.asked();
      for (const size of LAPTOPS) {
        await player.page.setViewportSize(size);
        await player.painted();
        const cut = await player.page.locator('.desk > aside').evaluateAll((all) =>
          all.flatMap((one) => {
            const more = one.scrollHeight - one.clientHeight;
            return more > 1 ? [`${more} px are below the fold`] : [];
          }),
        );
        const name = `${info.game}, ${seats} seats, ${size.width} × ${size.height}`;
        found.push(...cut.map((what) => `${name}: ${what}`));
        const more = [await overlapping(player.page), await crammed(player.page)].flat();
        found.push(...more.map((what) => `${name}: ${what}`));
      }
      await player.leave();
    }
  }
  assert.equal(found.join('\n'), '');
});

test('a tablet that becomes a phone has the phone’s table', async () => {
  const { url } = here.server;
  for (const info of await games(url)) {
    const [one] = info.variants;
    const count = one?.seats.at(-1) ?? 1;
    const agreed = { game: info.game, variant: one?.variant ?? '', seats: count, take_back: false };
    const bots = Array.from({ length: count - 1 }, () => info.bots[0] ?? 'random');
    const seat = await create(url, { agreed, sit: someone, bots, start: true });
    const more = { ...touch, viewport: { width: 820, height: 1180 } };
    const player = await Player.come(here.browser, 'desk', 'light', more);
    await player.join(url, seat, agreed);
    await player.turn();
    await player.asked();
    await player.page.setViewportSize({ width: 390, height: 664 });
    await player.page.waitForFunction(() => document.documentElement.matches('.short.under-760'));
    assert.deepEqual(await fits(player.page), [], info.game);
    await player.leave();
  }
});

const DAY = '2026-11-16';

/** Somebody with a phone on a day whose puzzle has been tried so often, wrongly. */
async function solver(game: string, tries: number): Promise<Player> {
  const { id, wrong } = movesOf(game, DAY);
  const player = await Player.come(here.browser, 'phone', 'light', {
    ...touch,
    viewport: phones[0],
  });
  await player.page.context().clock.setFixedTime(new Date(`${DAY}T12:00:00`));
  const made = wrong.slice(0, tries).map((move) => ({ move, answer: 'no', hint: null }));
  const kept = { tries: { [`${game} ${DAY} ${id}`]: made }, days: [], sent: [] };
  await player.page.addInitScript(
    (text) => localStorage.setItem('hexade.daily', text),
    JSON.stringify(kept),
  );
  await player.page.goto(`${here.server.url}/daily?game=${game}`);
  return player;
}

/** Look at a puzzle in every size of a phone. */
async function sized(player: Player, look: () => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  for (const size of phones) {
    await player.page.setViewportSize(size);
    await player.painted();
    found.push(...(await look()).map((what) => `${size.width} × ${size.height}: ${what}`));
  }
  return found;
}

for (const game of puzzleGames) {
  test(`all that decides a puzzle is visible on a phone: ${game}`, async () => {
    const { driver } = (await import(`./games/${game}/drive.ts`)) as { driver: Driver };
    const found: string[] = [];
    for (const tries of [0, 1]) {
      const player = await solver(game, tries);
      const { page } = player;
      await page
        .getByRole('button', { name: /^Pick|^Choose|^That/ })
        .or(page.locator('main [data-cell]'))
        .first()
        .waitFor();
      const check = (): Promise<string[]> => fits(page);
      found.push(...(await sized(player, check)));
      await driver.show(player);
      found.push(...(await sized(player, check)), ...player.bad);
      await player.leave();
    }
    assert.equal([...new Set(found)].join('\n'), '');
  });

  test(`its result has what can be done in sight on a phone: ${game}`, async () => {
    const player = await solver(game, 3);
    const { page } = player;
    await page.getByRole('heading', { name: 'Why this move' }).waitFor();
    const ways = [
      page.getByRole('button', { name: 'Share' }),
      page.getByText('Best move', { exact: true }).first(),
      page.getByRole('button', { name: 'Play on from here' }),
    ];
    const found = await sized(player, async () => {
      const high = page.viewportSize()?.height ?? 0;
      const list = await overflowing(page);
      for (const one of ways) {
        const box = await one.boundingBox();
        if (!box || box.y < 0 || box.y + box.height > high)
          list.push(`${await one.textContent()} is outside: ${JSON.stringify(box)}`);
      }
      return list;
    });
    assert.equal([...found, ...player.bad].join('\n'), '');
    await player.leave();
  });
}

test('on a laptop a puzzle is in sight as a whole, and its numbers can be read', async () => {
  const player = await Player.come(here.browser, 'desk', 'light', { viewport: LAPTOPS[0] });
  const { page } = player;
  const found: string[] = [];
  for (const game of puzzleGames) {
    await page.goto(`${here.server.url}/daily?game=${game}&day=${DAY}`);
    await page.locator('.desk > aside').waitFor();
    for (const size of LAPTOPS) {
      await page.setViewportSize(size);
      await player.painted();
      const cut = await page.evaluate(() => [
        document.documentElement.scrollHeight - innerHeight,
        ...[...document.querySelectorAll('.desk > aside')].map(
          (one) => one.scrollHeight - one.clientHeight,
        ),
      ]);
      const list = cut.flatMap((px) => (px > 1 ? [`${px} px are below the fold`] : []));
      list.push(...(await crammed(page)));
      found.push(...list.map((what) => `${game}, ${size.width} × ${size.height}: ${what}`));
    }
  }
  assert.equal([...found, ...player.bad].join('\n'), '');
  await player.leave();
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

test('a check of numbers finds those that cannot be read, and that there are none', async () => {
  const player = await Player.come(here.browser, 'desk');
  const rows = (height: number): string =>
    [1, 2, 3].map((n) => `<div style="font-size:9px;height:${height}px">${n}</div>`).join('');
  const check = async (panel: string): Promise<string> => {
    await player.page.setContent(`<div class="desk"><aside>${panel}</aside></div>`);
    return (await crammed(player.page)).join();
  };
  assert.equal(await check(rows(9)), 'numbers stand 9.0 px below each other');
  assert.equal(await check(rows(12)), '');
  assert.equal(await check('<p>nobody has points</p>'), 'there are no numbers');
  await player.leave();
});
