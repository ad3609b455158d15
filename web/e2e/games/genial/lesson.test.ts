/** While a lesson runs on a low phone, the bar is silent; what a tile may not do is still told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player } from '../../player.ts';
import { fixtures } from '../../fixtures.ts';
import { create } from '../../api.ts';

const here = fixtures();
const SIZES = [
  { width: 375, height: 667 },
  { width: 740, height: 360 },
];

test('the reason of a refused tile is seen during a lesson, and what is plain is not', async () => {
  const { url } = here.server;
  for (const viewport of SIZES) {
    const agreed = { game: 'genial', variant: 'base', seats: 2, take_back: false };
    const sit = { name: 'Ada', avatar: 'fox' };
    const seat = await create(url, { agreed, sit, bots: ['random'], start: true });
    const player = await Player.come(here.browser, 'phone', 'light', { viewport }, true);
    const { page } = player;
    await player.join(url, seat, agreed);
    await player.turn();
    const onward = page.locator('.lesson .btn.pri');
    for (let n = 0; n < 2; n++) await player.press(onward);
    const why = page.locator('.thumb .why');
    assert.ok(await page.locator('.thumb .note').isHidden(), 'the lesson speaks instead');
    await player.press(page.locator('.rack .slot').first());
    // Nobody may begin in the middle of the board (A7).
    await player.press(page.locator('[data-cell="h8"]'));
    if (!(await why.count())) await player.press(page.locator('[data-cell="h8"]'));
    await why.waitFor();
    const box = await why.boundingBox();
    const panel = await page.locator('.lesson').boundingBox();
    assert.ok(box && panel && box.y + box.height <= panel.y + 1, 'above the panel');
    assert.deepEqual(player.bad, []);
    await player.leave();
  }
});
