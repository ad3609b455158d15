/** Emotes, bubbles and chat at a table of people, and who is told of their turn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { create, get, sit, type Seat } from '../../api.ts';
import { accessible, overflowing, worded } from '../../checks.ts';
import { fixtures, table } from '../../fixtures.ts';
import { holdLongTimers } from '../../longTimers.ts';
import { Player } from '../../player.ts';
import type { Glance } from '../../../src/wire/messages.ts';

const here = fixtures();
const LOW = { width: 390, height: 664 };

/** Two people with phones, and which of them has to move. */
async function two(wish: object = {}): Promise<{ mover: Player; waits: Player; all: Player[] }> {
  const all = await table(here, { game: 'genial', seats: 2, ...wish }, ['phone', 'phone']);
  await Promise.all(all.map(({ page }) => page.setViewportSize(LOW)));
  await Promise.all(all.map(({ page }) => page.locator('#main[data-v]').waitFor()));
  const [first, second] = all;
  assert.ok(first && second);
  const turn = async ({ page }: Player): Promise<boolean> =>
    (await page.locator('#main[data-due]').count()) > 0;
  return (await turn(first))
    ? { mover: first, waits: second, all }
    : { mover: second, waits: first, all };
}
const bubble = (page: Page, seat: number) => page.locator(`.bubble[data-seat="${seat}"]`);
const seatOf = async ({ page }: Player): Promise<number> => {
  const kept = await page.evaluate(() => localStorage.getItem('hexade.places'));
  return (JSON.parse(kept ?? '[]') as Seat[])[0]?.seat ?? -1;
};
async function end(players: Player[]): Promise<void> {
  for (const player of players) {
    assert.deepEqual(player.bad, []);
    await player.leave();
  }
}

test('whoever waits sends an emote with one tap, and both see it at the face', async () => {
  const { mover, waits, all } = await two();
  const bar = waits.page.getByRole('group', { name: 'Emotes' });
  const buttons = await bar.getByRole('button').all();
  assert.equal(buttons.length, 6);
  for (const button of buttons) {
    const box = await button.boundingBox();
    assert.ok(box && box.width >= 44 && box.height >= 49 && box.y + box.height <= LOW.height);
  }
  const emote = bar.getByRole('button', { name: 'Show: Fire' });
  assert.ok(((await emote.boundingBox())?.width ?? 0) >= 56);
  const seat = await seatOf(waits);
  const focused = await mover.page.evaluate(() => document.activeElement?.className);
  const seen = all.map(({ page }) => bubble(page, seat).waitFor());
  await emote.tap();
  await Promise.all(seen);
  for (const { page } of all) {
    const box = await bubble(page, seat).boundingBox();
    if (box) assert.ok(box.x >= 0 && box.x + box.width <= LOW.width && box.y >= 0);
  }
  assert.equal(await mover.page.evaluate(() => document.activeElement?.className), focused);
  const heard = mover.page.getByRole('status').filter({ hasText: ': Fire' });
  await heard.first().waitFor({ state: 'attached' });
  for (const { page } of all) await bubble(page, seat).waitFor({ state: 'detached' });
  await end(all);
});

test('what is written is in a bubble, opens the chat, and is unread for the others alone', async () => {
  const { mover, waits, all } = await two();
  const seat = await seatOf(waits);
  await waits.page.getByRole('button', { name: 'Write' }).tap();
  const field = waits.page.getByRole('textbox', { name: 'Message' });
  await field.fill(
    'Leave the green corner alone, it belongs to me and to nobody else at this table!',
  );
  const release = await holdLongTimers(mover.page);
  await field.press('Enter');
  await bubble(mover.page, seat).waitFor();
  const box = await bubble(mover.page, seat).boundingBox();
  assert.ok(box && box.width <= 217 && box.height <= 36, JSON.stringify(box));
  // Drawn low, and as high for a finger as a button.
  const hit = (): Promise<number[]> =>
    bubble(mover.page, seat).evaluate((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return [-21, 0, 21].filter((away) => one.contains(document.elementFromPoint(x, y + away)));
    });
  assert.deepEqual(await hit(), [-21, 0, 21]);
  await release();
  assert.equal(await field.count(), 0);
  const menu = ({ page }: Player) => page.locator('header').getByRole('button', { name: /^Menu/ });
  await mover.page.getByRole('button', { name: 'Menu, 1 new message' }).waitFor();
  assert.equal(await menu(waits).getAttribute('aria-label'), 'Menu');
  const found = [await accessible(mover.page), await overflowing(mover.page)].flat();
  assert.deepEqual([...found, ...(await worded(mover.page))], []);
  await menu(mover).tap();
  await mover.page.getByRole('dialog').getByRole('button', { name: /^Chat/ }).tap();
  await mover.page.getByRole('log').getByText('Leave the green corner').waitFor();
  await mover.page.keyboard.press('Escape');
  await mover.page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await menu(mover).getAttribute('aria-label'), 'Menu');
  await end(all);
});

test('on one’s own turn the smiley lays the emotes over the bar, until a tap', async () => {
  const { mover, waits, all } = await two();
  const { page } = mover;
  assert.equal(await page.getByRole('group', { name: 'Emotes' }).count(), 0);
  await page.getByRole('button', { name: 'Emotes', exact: true }).tap();
  const row = page.locator('header').getByRole('group', { name: 'Emotes' });
  await row.waitFor();
  const seen = bubble(waits.page, await seatOf(mover)).waitFor();
  await row.getByRole('button', { name: 'Show: Applause' }).tap();
  await seen;
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Emotes', exact: true }).tap();
  await row.waitFor();
  await page.touchscreen.tap(195, 300);
  await row.waitFor({ state: 'detached' });
  await end(all);
});

test('a player who is muted falls silent: by holding the face, and by the menu', async () => {
  const { mover, waits, all } = await two();
  const { page } = mover;
  const face = page.locator('#main [data-who^="Guest"], #main [data-who="Ada"]');
  const other = (await seatOf(waits)) === 0 ? 'Ada' : 'Guest 1';
  const held = face.and(page.locator(`[data-who="${other}"]`)).first();
  await held.dispatchEvent('pointerdown', { button: 0, bubbles: true });
  const card = page.getByRole('dialog', { name: other });
  await card.getByRole('button', { name: `Mute ${other}` }).tap();
  await card.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  await page.getByRole('button', { name: `Unmute ${other}` }).tap();
  await page.getByRole('button', { name: `Mute ${other}` }).waitFor();
  await page.keyboard.press('Escape');
  const seen = bubble(page, await seatOf(waits)).waitFor();
  await waits.page.getByRole('button', { name: 'Show: Fire' }).tap();
  await seen;
  await end(all);
});

test('a hidden page notifies of the turn if the player agreed, and takes it back', async () => {
  const { url } = here.server;
  const agreed = { game: 'genial', seats: 2, take_back: false, clock: { move_s: 259_200 } };
  const ada = await create(url, { agreed, sit: { name: 'Ada', avatar: 'fox' } });
  const bea = await sit(url, ada.code, 'Bea');
  const players = await Promise.all([Player.come(here.browser), Player.come(here.browser)]);
  for (const { page } of players) {
    await page.context().grantPermissions(['notifications'], { origin: url });
    await page.addInitScript(() => {
      const shown: string[] = [];
      Object.assign(globalThis, { shown });
      const Own = class extends EventTarget {
        static permission = 'granted';
        static requestPermission = () => Promise.resolve('granted');
        readonly tag: string;
        constructor(title: string, options: NotificationOptions) {
          super();
          this.tag = options.tag ?? '';
          shown.push(`${title}: ${options.body}`);
        }
        close(): void {
          shown.push(`closed ${this.tag}`);
        }
      };
      Object.assign(globalThis, { Notification: Own });
    });
  }
  await players[0]?.join(url, ada, agreed);
  await players[1]?.join(url, bea, agreed);
  await players[0]?.page.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all(players.map(({ page }) => page.locator('#main[data-v]').waitFor()));
  const due = await Promise.all(
    players.map(async ({ page }) => (await page.locator('#main[data-due]').count()) > 0),
  );
  const [mover, waits] = due[0] ? players : players.toReversed();
  assert.ok(mover && waits);
  // A slow game asks once, by a click, and shows days and hours.
  await waits.page.getByRole('button', { name: 'Yes, tell me' }).click();
  assert.match(await waits.page.getByRole('timer').innerText(), /^[23] d \d+ h$/);
  await waits.page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const told = (page: Page): Promise<string[]> =>
    page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
  assert.deepEqual(await told(waits.page), []);
  const seat = await seatOf(mover);
  await mover.elsewhere(url, ({ waiting }) => !waiting.includes(seat));
  await waits.page.waitForFunction(
    () => (globalThis as unknown as { shown: string[] }).shown.length > 0,
  );
  assert.match((await told(waits.page))[0] ?? '', /^Your turn: With /);
  assert.match(await waits.page.title(), /^● Your turn/);
  await waits.page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await waits.page.waitForFunction(() =>
    (globalThis as unknown as { shown: string[] }).shown.at(-1)?.startsWith('closed'),
  );
  assert.deepEqual(await told(mover.page), []);
  const glance = await get<Glance>(url, `/tables/${ada.code}`);
  assert.equal(glance.stands ?? false, false);
  await end(players);
});
