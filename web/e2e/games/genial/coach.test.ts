/** The coach at the table: what a pinned tile would open for the next player; and at the end. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Screen } from '../../browser.ts';
import { accessible } from '../../checks.ts';
import { Player } from '../../player.ts';
import { fixtures } from '../../fixtures.ts';
import { create, finished, games, get } from '../../api.ts';
import type { Analysis, Given, News } from '../../../src/wire/messages.ts';
import { driver } from './drive.ts';

const here = fixtures();
const root = join(import.meta.dirname, '..', '..', '..', '..');
const me = { name: 'Ada', avatar: 'fox' };

/** A golden game: the table goes on from one of its positions, always the same. */
const RECORD = 'src/hexade/games/genial/tests/golden/base-2023-2-greedy.jsonl';
/** So far into it, at the turn of the first seat. */
const V = 26;
/** The best place there for the first tile, and what it opens by the rules. */
const MOVE = 'rr k12 k13';
const OPENED = { seat: 1, tile: 'gr', cells: ['i10', 'j11'], points: [3, 2], steps: 5 };

let replay: Promise<string> | undefined;
/** Give the golden game to the server, once; returns the name of its replay. */
async function given(): Promise<string> {
  const [line = ''] = readFileSync(join(root, RECORD), 'utf8').split('\n');
  const body = JSON.stringify({ record: JSON.parse(line) as object });
  const answer = await fetch(`${here.server.url}/api/replays`, { method: 'POST', body });
  assert.equal(answer.status, 201, await answer.clone().text());
  return ((await answer.json()) as Given).id;
}

/** A table in mid-game with a level of assist, where it is one's turn. */
async function atTable(assist: number, screen: Screen): Promise<{ player: Player; heard: News[] }> {
  const form = { game: 'genial', variant: 'base', edition: '2023', seats: 2 };
  const agreed = { ...form, take_back: false, assist };
  const from = { replay: await (replay ??= given()), v: V };
  const sit = { ...me, seat: 0 };
  const wish = { agreed, sit, bots: ['greedy'], start: true, from };
  const seat = await create(here.server.url, wish);
  const player = await Player.come(here.browser, screen);
  const heard: News[] = [];
  player.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => heard.push(JSON.parse(String(payload)) as News)),
  );
  await player.join(here.server.url, seat, agreed);
  await player.turn();
  await player.asked();
  return { player, heard };
}

for (const screen of ['desk', 'phone'] as const)
  test(`a figure shows what the tile opens: ${screen}`, async () => {
    const { player, heard } = await atTable(3, screen);
    const { page } = player;
    await driver.show(player);
    const figure = page.locator('[data-gift]');
    await figure.waitFor();
    const told = heard.findLast((news) => news.t === 'gifted');
    assert.ok(told?.t === 'gifted');
    assert.deepEqual([told.move, told.gift], [MOVE, OPENED]);
    assert.equal(await figure.getAttribute('data-gift'), '5');
    assert.match((await figure.textContent()) ?? '', /Lets Greedy bot score up to 5 points/);
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
    // Beside the reasons how much better it is, where that is much: by the numbers of the hint.
    const ahead = note.locator('li', { hasText: 'more games in 100' });
    const more = await ahead.count();
    assert.equal(await note.locator('li').count(), reasons.length + more);
    if (more) {
      assert.equal(told.source, 'judge');
      const [best = 0, ...others] = told.moves.map(({ worth }) => worth);
      const possible = others.map((worth) => String(Math.round(100 * (best - worth))));
      const [, said = ''] = /about (\d+) more/.exec((await ahead.textContent()) ?? '') ?? [];
      assert.ok(possible.includes(said), `${said} is none of ${possible.join()}`);
    }
    if (reasons.length + more) {
      const [over, board] = await Promise.all(
        [note, page.locator('.boardwrap')].map((one) => one.boundingBox()),
      );
      assert.ok(over && board);
      const beside = over.x + over.width <= board.x + 1 || over.y >= board.y + board.height - 1;
      assert.ok(beside, `it lies over the board: ${JSON.stringify([over, board])}`);
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
