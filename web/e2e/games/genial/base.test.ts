/** The board game from the first click to the rematch: two people, reloads, and a server that dies. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, overflowing } from '../../checks.ts';
import { playAll, Player } from '../../player.ts';
import { finish, fixtures, table } from '../../fixtures.ts';
import type { Now } from '../../../src/wire/messages.ts';
import { driver } from './drive.ts';

const here = fixtures();
// One to be killed, where a move can be taken back for long.
const own = fixtures({ HEXADE_HOLD_S: '60' });
const game = 'genial';

/** A turn near the end: few moves are left, but more than the two answers to an offer. */
const nearlyOver = ({ v, legal }: Now): boolean =>
  v > 20 && Boolean(legal && legal.length > 2 && legal.length < 60);

/** Make a table by two clicks at home, and have a friend come by its link. */
async function meet(): Promise<[Player, Player]> {
  const host = await Player.come(here.browser, 'desk', 'light', {
    permissions: ['clipboard-write'],
  });
  await host.page.goto(here.server.url);
  await host.page.getByRole('button', { name: 'New table' }).first().click();
  await host.page.locator('dialog .pick').first().click();
  await host.page.waitForURL(/\/t\/[A-Z0-9]+$/);
  const guest = await Player.come(here.browser, 'desk', 'dark');
  await guest.page.goto(host.page.url());
  // Whoever opens the link sits down by themselves.
  await host.page.getByRole('button', { name: 'Start the game' }).click();
  return [host, guest];
}

/** Load the page again in the middle of a turn: all is as it was. */
async function reloaded(player: Player): Promise<void> {
  const before = player.now?.v;
  await player.page.reload();
  await player.page.locator('[data-cell]').first().waitFor();
  assert.equal(player.now?.v, before);
}

test('two people meet by a link and play to the end, by mouse and by keyboard', async () => {
  const [host, guest] = await meet();
  // There is no last move yet: its button is off, and looks it.
  const again = host.page.getByRole('button', { name: 'Replay last' });
  assert.ok(await again.isDisabled());
  assert.ok(Number(await again.evaluate((one) => getComputedStyle(one).opacity)) < 0.6);
  const turns = await playAll(
    [
      { player: host, act: driver.mouse },
      { player: guest, act: driver.keys },
    ],
    async (turn) => {
      if (turn === 3) await reloaded(host);
      if (turn === 4) await reloaded(guest);
      if (turn === 6) {
        for (const player of [host, guest]) {
          const found = [...(await accessible(player.page)), ...(await overflowing(player.page))];
          assert.equal(found.join('\n'), '');
        }
      }
    },
  );
  assert.ok(turns > 25, `${turns} turns`);
  await host.over();
  await guest.over();
  for (const player of [host, guest]) {
    await player.page.getByRole('slider').waitFor();
    assert.equal((await accessible(player.page)).join('\n'), '');
  }
  // Once more: the host asks, the guest agrees, and the next game begins at the same address.
  await host.page.getByRole('button', { name: 'Rematch' }).click();
  await guest.page.getByText('wants a rematch').waitFor();
  await guest.page.getByRole('button', { name: 'Rematch' }).click();
  for (const player of [host, guest]) {
    await player.page.locator('main .end').waitFor({ state: 'hidden' });
    assert.equal(player.now?.game, 2);
    assert.doesNotMatch(await player.page.getByRole('alert').innerText(), /\bwins?\b/);
    assert.deepEqual(player.bad, []);
    await player.leave();
  }
});

test('keys work as soon as the table is there, and the result is said and has the focus', async () => {
  const [player] = await table(here, { game, seats: 2 }, ['desk'], 'greedy');
  assert.ok(player);
  const { page } = player;
  await player.turn();
  await player.asked();
  await page.keyboard.press('1');
  await page.locator('.play [aria-pressed="true"]').first().waitFor();
  await page.keyboard.press('Escape');
  // What lies between is played from elsewhere: only the last moves are made here.
  await player.elsewhere(here.server.url, nearlyOver);
  await playAll([{ player, act: driver.mouse }]);
  await player.over();
  const title = await page.locator('main .end h1').first().innerText();
  assert.ok((await page.getByRole('alert').innerText()).startsWith(title));
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), title);
  await finish([player]);
});

test('a server that is killed in mid-game comes back, and nothing is lost', async () => {
  const [player] = await table(own, { game, seats: 2 }, ['desk'], 'greedy');
  assert.ok(player);
  await playAll([{ player, act: driver.mouse }], async (turn) => {
    if (turn === 8) await player.elsewhere(own.server.url, nearlyOver);
    if (turn !== 5) return;
    await player.turn();
    const before = player.now?.view.cells;
    await own.server.kill();
    await player.page
      .getByText(/Reconnecting|Back in a moment/)
      .first()
      .waitFor();
    await own.server.open();
    await player.page.locator('.banner').first().waitFor({ state: 'hidden' });
    assert.deepEqual(player.now?.view.cells, before);
  });
  // A line that breaks is complained about by the browser itself; our page must not.
  const ours = player.bad.filter((text) => !/WebSocket|ERR_CONNECTION/.test(text));
  assert.deepEqual(ours, []);
  player.bad.length = 0;
  await finish([player]);
});

test('a move can be taken back while it is held', async () => {
  const [player, other] = await table(own, { game, seats: 2, take_back: true }, ['desk', 'phone']);
  assert.ok(player && other);
  const legal = await player.turn();
  await driver.mouse(player, legal?.[0] ?? '');
  await player.page.getByRole('button', { name: /undo/i }).first().click();
  await player.page.locator('[data-cell]').first().waitFor();
  await player.turn();
  assert.equal(player.now?.legal?.length, legal?.length);
  await player.leave();
  await other.leave();
});

test('a move laid while the server is away waits, is sent, and stays laid after a reload', async () => {
  const [player, other] = await table(own, { game, seats: 2, take_back: true }, ['desk', 'phone']);
  assert.ok(player && other);
  const { page } = player;
  const legal = await player.turn();
  await player.asked();
  await own.server.kill();
  await driver.mouse(player, legal?.[0] ?? '');
  await page.locator('[data-pending].unsent').waitFor();
  await page.locator('.pill').getByText('Your move is waiting to be sent').waitFor();
  assert.equal(await page.getByText('is thinking').count(), 0);
  await own.server.open();
  const back = page.getByRole('button', { name: /undo/i });
  await back.waitFor();
  await page.reload();
  await back.waitFor();
  await page.locator('.slot.gone').waitFor();
  await back.click();
  await page.locator('[data-ghost]').waitFor();
  await player.leave();
  await other.leave();
});
