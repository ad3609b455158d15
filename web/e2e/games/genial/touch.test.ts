/** Two fingers on the board: spreading them zooms, twisting them turns the tile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { fixtures, table } from '../../fixtures.ts';

const here = fixtures();
type Spot = { x: number; y: number };

/** Two fingers at the ends of a line through a point, from one length and angle to others. */
async function fingers(
  page: Page,
  middle: Spot,
  from: { apart: number; angle: number },
  to: { apart: number; angle: number },
): Promise<void> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  const at = (part: number): Spot[] => {
    const apart = (from.apart + (to.apart - from.apart) * part) / 2;
    const angle = ((from.angle + (to.angle - from.angle) * part) * Math.PI) / 180;
    const [x, y] = [Math.cos(angle) * apart, Math.sin(angle) * apart];
    return [
      { x: middle.x - x, y: middle.y - y },
      { x: middle.x + x, y: middle.y + y },
    ];
  };
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let n = 1; n <= 8; n++)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(n / 8) });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await cdp.detach();
}

async function middleOf(page: Page, of: string): Promise<Spot> {
  const box = await page.locator(of).first().boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
const widthOf = async (page: Page): Promise<number> =>
  (await page.locator('.stage').last().boundingBox())?.width ?? 0;
const ghostOf = (page: Page): Promise<string | null> =>
  page.locator('[data-ghost]').getAttribute('data-ghost');

test('spreading two fingers zooms round them, up to three times; "fit" goes back', async () => {
  const [player] = await table(here, { game: 'genial', seats: 2 }, ['phone']);
  assert.ok(player);
  const { page } = player;
  await player.turn();
  const before = await widthOf(page);
  const middle = await middleOf(page, '[data-cell="h8"]');
  await fingers(page, middle, { apart: 80, angle: 0 }, { apart: 160, angle: 0 });
  await page.locator('.frame.near').waitFor();
  const near = await widthOf(page);
  assert.ok(Math.abs(near / before - 2) < 0.1, `${near / before} times as wide`);
  const now = await middleOf(page, '[data-cell="h8"]');
  assert.ok(Math.hypot(now.x - middle.x, now.y - middle.y) < 30, 'what was held stays there');
  await fingers(page, middle, { apart: 60, angle: 0 }, { apart: 300, angle: 0 });
  assert.ok(Math.abs((await widthOf(page)) / before - 3) < 0.1, 'no more than three times');
  await page.getByRole('button', { name: 'Whole board' }).tap();
  await page.locator('.frame:not(.near)').waitFor();
  assert.ok(Math.abs((await widthOf(page)) - before) < 1);
  await fingers(page, middle, { apart: 160, angle: 0 }, { apart: 60, angle: 0 });
  assert.ok(Math.abs((await widthOf(page)) - before) < 1, 'never smaller than the board');
  assert.deepEqual(player.bad, []);
  await player.leave();
});

test('twisting two fingers turns the pinned tile, either way, and makes no move', async () => {
  const [player] = await table(here, { game: 'genial', seats: 2 }, ['phone']);
  assert.ok(player);
  const { page } = player;
  await player.turn();
  const version = player.now?.v;
  // A cell with room for the tile in several directions.
  const legal = player.now?.legal ?? [];
  const ways = new Map<string, number>();
  for (const move of legal) {
    const [tile = '', a = ''] = move.split(' ');
    const key = `${tile} ${a}`;
    ways.set(key, (ways.get(key) ?? 0) + 1);
  }
  const [[spot = ''] = []] = [...ways].sort((a, b) => b[1] - a[1]);
  const [tile = '', cell = ''] = spot.split(' ');
  const turned = [...tile].reverse().join('');
  await page.locator(`[data-tile="${tile}"], [data-tile="${turned}"]`).first().tap();
  await page.locator(`[data-cell="${cell}"]`).tap();
  const first = await ghostOf(page);
  assert.ok(first);
  const before = await widthOf(page);
  const middle = await middleOf(page, '[data-cell="h8"]');
  const apart = 140;
  await fingers(page, middle, { apart, angle: 10 }, { apart, angle: 60 });
  const second = await ghostOf(page);
  assert.notEqual(second, first);
  await fingers(page, middle, { apart, angle: 60 }, { apart, angle: 10 });
  assert.equal(await ghostOf(page), first, 'and back');
  await fingers(page, middle, { apart, angle: 0 }, { apart, angle: 20 });
  assert.equal(await ghostOf(page), first, 'a small twist is none');
  assert.ok(Math.abs((await widthOf(page)) - before) < before * 0.05, 'it does not zoom');
  assert.equal(player.now?.v, version);
  await page.getByRole('button', { name: /^Place/ }).waitFor();
  assert.deepEqual(player.bad, []);
  await player.leave();
});
