/** The collecting game against bots: by keys on a desk to the end, by touch on small phones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Now } from '../../../src/wire/messages.ts';
import { create, playOut } from '../../api.ts';
import { accessible, overflowing, worded } from '../../checks.ts';
import { finish, fixtures } from '../../fixtures.ts';
import { pick, Player, playAll } from '../../player.ts';
import { driver } from './drive.ts';

const here = fixtures();
const game = 'genial_collect';

/** What is wrong with a table that must be seen as a whole. */
async function wrong({ page }: Player): Promise<string[]> {
  const high = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  const scrolls = (high[0] ?? 0) > (high[1] ?? 0) + 1 ? [`the page scrolls: ${high.join()}`] : [];
  return [...scrolls, ...(await overflowing(page)), ...(await worded(page))];
}

const sit = { name: 'Ada', avatar: 'fox' };

test('the last turns by keyboard alone against a bot', async () => {
  const agreed = { game, variant: 'base', seats: 2 };
  const { url } = here.server;
  const seat = await create(url, { agreed, sit, bots: ['random'], start: true });
  const low = ({ view, legal }: Now): boolean => Number(view.pile) < 25 && Boolean(legal?.length);
  const now = await playOut(url, seat, low);
  const player = await Player.come(here.browser);
  await player.join(url, seat, agreed);
  if (!now.result) await playAll([{ player, act: driver.keys }]);
  await finish([player]);
});

for (const [width, height, seats] of [
  [390, 664, 3],
  [360, 600, 4],
] as const)
  test(`nothing scrolls on ${width} × ${height}, and axe finds nothing`, async () => {
    const agreed = { game, variant: 'base', seats };
    const bots = Array.from({ length: seats - 1 }, () => 'random');
    const seat = await create(here.server.url, { agreed, sit, bots, start: true });
    const player = await Player.come(here.browser, 'phone', 'light', {
      viewport: { width, height },
    });
    await player.join(here.server.url, seat, agreed);
    for (let n = 0; n < 4; n++) {
      const legal = await player.turn();
      if (!legal) break;
      await player.asked();
      assert.deepEqual(await wrong(player), []);
      await player.make(driver.touch, pick(legal, n));
    }
    assert.deepEqual(await accessible(player.page), []);
    assert.deepEqual(player.bad, []);
    await player.leave();
  });
