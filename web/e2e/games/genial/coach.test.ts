/** The coach at the table: what a pinned tile would open for the next player; and at the end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Screen } from '../../browser.ts';
import { accessible } from '../../checks.ts';
import { Player } from '../../player.ts';
import { fixtures } from '../../fixtures.ts';
import { create, finished, games, get, playOut } from '../../api.ts';
import type { Analysis, News } from '../../../src/wire/messages.ts';
import { driver } from './drive.ts';

const here = fixtures();
const me = { name: 'Ada', avatar: 'fox' };

/** A table in mid-game with a level of assist, where it is one's turn. */
async function atTable(assist: number, screen: Screen): Promise<{ player: Player; heard: News[] }> {
  const agreed = { game: 'genial', variant: 'base', seats: 2, take_back: false, assist };
  const seat = await create(here.server.url, { agreed, sit: me, bots: ['greedy'], start: true });
  await playOut(here.server.url, seat, (now) => now.v > 24 && Boolean(now.legal?.length));
  const player = await Player.come(here.browser, screen);
  const heard: News[] = [];
  player.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => heard.push(JSON.parse(String(payload)) as News)),
  );
  await player.join(here.server.url, seat, agreed);
  await player.turn();
  return { player, heard };
}

for (const screen of ['desk', 'phone'] as const)
  test(`a figure shows what the tile opens: ${screen}`, async () => {
    const { player, heard } = await atTable(3, screen);
    const { page } = player;
    await driver.show(player);
    // The next spots, until one of them opens something.
    const figure = page.locator('[data-gift]');
    for (let n = 0; n < 12 && !(await figure.isVisible()); n++) {
      await page.keyboard.press('n');
      await figure.waitFor({ timeout: 700 }).catch(() => undefined);
    }
    const told = heard.findLast((news) => news.t === 'gifted');
    assert.ok(told?.t === 'gifted' && told.gift);
    assert.equal(await figure.getAttribute('data-gift'), String(told.gift.steps));
    assert.match((await figure.textContent()) ?? '', /Lets Greedy bot score up to \d+ points?/);
    assert.deepEqual(await accessible(page), []);
    await page.keyboard.press('Escape');
    await figure.waitFor({ state: 'detached' });
    assert.deepEqual(player.bad, []);
    await player.leave();
  });

for (const screen of ['desk', 'phone'] as const)
  test(`a hint says why, until it is read or the move is made: ${screen}`, async () => {
    const { player, heard } = await atTable(3, screen);
    const { page } = player;
    await page.getByRole('button', { name: 'Hint' }).first().click();
    await page.locator('[data-ghost]').waitFor({ state: 'attached' });
    const told = heard.findLast((news) => news.t === 'hinted');
    assert.ok(told?.t === 'hinted');
    const reasons = told.moves[0]?.reasons ?? [];
    const note = page.getByRole('region', { name: 'Why the coach advises it' });
    assert.equal(await note.locator('li').count(), reasons.length);
    if (reasons.length) {
      assert.deepEqual(await accessible(page), []);
      await note.getByRole('button', { name: 'Close' }).click();
      await note.waitFor({ state: 'detached' });
    }
    assert.deepEqual(player.bad, []);
    await player.leave();
  });

test('without the coach nothing is asked and nothing shown', async () => {
  const { player, heard } = await atTable(2, 'desk');
  await driver.show(player);
  await player.page.waitForTimeout(600);
  assert.equal(await player.page.locator('[data-gift]').count(), 0);
  assert.ok(!heard.some((news) => news.t === 'gifted' || news.t === 'refused'));
  await player.leave();
});

test('at the end the better move lies on the board when it is chosen', async () => {
  const { url } = here.server;
  const info = (await games(url)).find((one) => one.game === 'genial');
  assert.ok(info?.variants[0]);
  const { seat, agreed, now } = await finished(url, info, info.variants[0]);
  const player = await Player.come(here.browser);
  const { page } = player;
  await player.join(url, seat, agreed);
  await player.over();
  const missed = page.locator('[data-missed]');
  await missed.waitFor();
  const found = await get<Analysis>(url, `/replays/${now.replay}/analysis`);
  assert.equal(found.state, 'ready');
  const own = found.choices.filter((choice) => choice.seat === seat.seat);
  const worst = own.reduce((top, one) => (one.loss > top.loss ? one : top));
  const lost = `cost ${Math.round(worst.loss * 100)}% of the winning chances`;
  assert.match((await missed.textContent()) ?? '', new RegExp(lost));
  await missed.click();
  const cells = (worst.instead?.cells as string[]).join(' ');
  await page.locator(`[data-better="${cells}"]`).waitFor({ state: 'attached' });
  // One move on, the table says what was lost by the move that was made.
  await page.getByRole('button', { name: 'Best move' }).click();
  assert.equal(await page.locator('[data-better]').count(), 0);
  await page.getByRole('button', { name: 'One move forward' }).click();
  await page.locator('.event', { hasText: lost }).waitFor();
  assert.deepEqual(await accessible(page), []);
  assert.deepEqual(player.bad, []);
  await player.leave();
});
