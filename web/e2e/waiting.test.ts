/** The waiting room on every screen: the seats, what can be done and the chat, without scrolling. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Screen } from './browser.ts';
import { accessibleInBothThemes, overflowing } from './checks.ts';
import { Player } from './player.ts';
import { fixtures } from './fixtures.ts';
import { create, games, sit, type Seat } from './api.ts';

const here = fixtures();
const PHONES = [
  { width: 390, height: 664 },
  { width: 360, height: 600 },
  { width: 390, height: 844 },
];
const DESKS = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
];

interface Room {
  name: string;
  agreed: { game: string; variant: string; seats: number };
  host: Seat;
  guest: Seat | null;
}

/** A table that waits, for every number of seats of every game: its host, and a guest where there is room. */
async function rooms(): Promise<Room[]> {
  const { url } = here.server;
  const made: Room[] = [];
  for (const { game, variants } of await games(url)) {
    const [one] = variants;
    for (const seats of one?.seats.filter((n) => n > 1) ?? []) {
      const agreed = { game, variant: one?.variant ?? '', seats };
      const host = await create(url, { agreed, sit: { name: 'Ada', avatar: 'fox' } });
      const guest = seats > 2 ? await sit(url, host.code, 'Maximilian Oberhuber') : null;
      made.push({ name: `${game}, ${seats} seats`, agreed, host, guest });
    }
  }
  return made;
}

/** What is outside the screen, under something else, or over the table: seats, words and buttons. */
function amiss(page: Page, more: string): Promise<string[]> {
  return page.evaluate((also) => {
    const found: string[] = [];
    const told = (one: Element | null): string =>
      `${one?.tagName}.${one?.getAttribute('class') ?? ''} "${one?.textContent?.trim().slice(0, 30)}"`;
    const looked = `main li .face, main li .name, main li .said, [data-foot] > *, ${also}`;
    for (const one of document.querySelectorAll(looked)) {
      const box = one.getBoundingClientRect();
      if (!box.width || one.classList.contains('sp')) continue;
      if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) {
        found.push(`${told(one)} is outside`);
        continue;
      }
      const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      const around = one.closest('button, a, form') ?? one;
      if (!around.contains(there)) found.push(`${told(one)} lies under ${told(there)}`);
    }
    // The frame is a hexagon: what touches it touches one of its six sides, or is inside.
    const table = document.querySelector('main .table')?.getBoundingClientRect();
    if (!table) return [...found, 'there is no table'];
    const [x, y] = [table.left + table.width / 2, table.top + table.height / 2];
    const [wide, high] = [table.width / 2, table.height / 2];
    const inside = (px: number, py: number): boolean => {
      const [dx, dy] = [Math.abs(px - x) / wide, Math.abs(py - y) / high];
      return dy < 0.96 && dx < 1 - 0.44 * dy;
    };
    for (const one of document.querySelectorAll('main li .face, main li .name, main li .said')) {
      const box = one.getBoundingClientRect();
      const words = document.createRange();
      words.selectNodeContents(one);
      const { left, right, top, bottom } = one.matches('.face')
        ? box
        : words.getBoundingClientRect();
      const corners = [left, right].flatMap((px) => [top, bottom].map((py) => inside(px, py)));
      if (corners.some(Boolean)) found.push(`${told(one)} lies on the frame of the table`);
    }
    // One row of buttons, on a desk too.
    const feet = [...document.querySelectorAll('[data-foot] > *:not(.sp)')];
    if (new Set(feet.map((one) => Math.round(one.getBoundingClientRect().top))).size > 1)
      found.push('the buttons are in more than one row');
    return found;
  }, more);
}

/** Open each room in turn, in one browser for all of them, and look at it in some sizes. */
async function lookAt(
  list: [Room, Seat][],
  screen: Screen,
  sizes: { width: number; height: number }[],
  look: (page: Page) => Promise<string[]>,
): Promise<string> {
  const found: string[] = [];
  const own = await Player.come(here.browser, screen);
  for (const [room, seat] of list) {
    await own.join(here.server.url, seat, room.agreed);
    await own.page.locator('[data-foot] > *').first().waitFor();
    await own.page.getByText('Works on this computer only.').waitFor();
    for (const size of sizes) {
      await own.page.setViewportSize(size);
      await own.painted();
      const wrong = await look(own.page);
      found.push(...wrong.map((what) => `${room.name}, ${size.width} × ${size.height}: ${what}`));
    }
  }
  found.push(...own.bad);
  await own.leave();
  return found.join('\n');
}

test('on a phone all seats and what can be done are in view, with every number of seats', async () => {
  const look = async (page: Page): Promise<string[]> => [
    ...(await amiss(page, 'header a, .link .btn')),
    ...(await overflowing(page)),
  ];
  const all = await rooms();
  const hosts = all.map((room): [Room, Seat] => [room, room.host]);
  const guests = all.flatMap((room): [Room, Seat][] => (room.guest ? [[room, room.guest]] : []));
  assert.equal(await lookAt(hosts, 'phone', PHONES, look), '');
  assert.equal(await lookAt(guests, 'phone', PHONES, look), '');
});

test('on a desk nothing of the waiting room is below the fold, the chat included', async () => {
  const look = async (page: Page): Promise<string[]> => {
    const list = await amiss(page, 'form input, summary, .link .btn');
    const sizes = page.evaluate(() => ({
      high: document.documentElement.scrollHeight,
      seen: innerHeight,
      said: document.querySelector('section.chat .chat')?.clientHeight ?? 0,
    }));
    const { high, seen, said } = await sizes;
    if (high > seen) list.push(`the page is ${high} high`);
    if (said < 100) list.push(`only ${said} px for what is said`);
    return list;
  };
  const hosts = (await rooms()).map((room): [Room, Seat] => [room, room.host]);
  assert.equal(await lookAt(hosts, 'desk', DESKS, look), '');
});

test('axe finds nothing in the waiting room, alone and with others', async () => {
  const [first] = await rooms();
  const last = (await rooms()).findLast(({ guest }) => guest);
  assert.ok(first && last);
  for (const [room, screen] of [
    [first, 'desk'],
    [last, 'phone'],
  ] as const) {
    const own = await Player.come(here.browser, screen);
    await own.join(here.server.url, room.host, room.agreed);
    await own.page.locator('[data-foot] > *').first().waitFor();
    await own.page.getByText('Works on this computer only.').waitFor();
    assert.equal((await accessibleInBothThemes(own.page)).join('\n'), '');
    assert.deepEqual(own.bad, []);
    await own.leave();
  }
});

test('a guest has another name at once, in the same seat', async () => {
  const room = (await rooms()).find(({ guest }) => guest);
  assert.ok(room?.guest);
  const own = await Player.come(here.browser);
  await own.join(here.server.url, room.guest, room.agreed);
  const seat = own.page.locator('main li').nth(1);
  await seat.getByText('Maximilian Oberhuber (you)').waitFor();
  await own.page.getByRole('button', { name: /Change name or animal/ }).click();
  await own.page.getByRole('textbox', { name: 'Name' }).fill('Max');
  await own.page.getByRole('button', { name: 'Save' }).click();
  await seat.getByText('Max (you)').waitFor();
  await own.page.getByRole('button', { name: 'Leave seat' }).waitFor();
  assert.deepEqual(own.bad, []);
  await own.leave();
});
