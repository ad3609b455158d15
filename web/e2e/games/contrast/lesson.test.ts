/** A result that the lesson speaks of stays until it has been read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REVEAL_MS } from '../../../src/games/contrast/round/timing.ts';
import { Player } from '../../player.ts';
import { fixtures } from '../../fixtures.ts';
import { create } from '../../api.ts';
import { driver } from './drive.ts';

const here = fixtures();

test('the result of the first round waits for whoever reads the lesson', async () => {
  const { url } = here.server;
  const agreed = { game: 'contrast', variant: 'base', seats: 4, take_back: false };
  const bots = ['random', 'random', 'random'];
  const sit = { name: 'Ada', avatar: 'fox' };
  const seat = await create(url, { agreed, sit, bots, start: true });
  const player = await Player.come(here.browser, 'desk', 'light', {}, true);
  const { page } = player;
  await page.clock.install();
  await player.join(url, seat, agreed);
  const legal = await player.turn();
  const onward = page.locator('.lesson .btn.pri');
  await onward.click();
  await onward.click();
  await player.make(driver.mouse, legal?.[0] ?? '');
  await page.locator('.results').waitFor();
  await page.clock.runFor(2 * REVEAL_MS);
  assert.ok(await page.locator('.results[data-ringed]').isVisible(), 'the step speaks of it');
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.clock.runFor(2 * REVEAL_MS);
  assert.equal(await page.locator('.results').count(), 0, 'it has had its time');
  assert.deepEqual(player.bad, []);
  await player.leave();
});
