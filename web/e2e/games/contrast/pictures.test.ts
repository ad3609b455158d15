/** The picture game, whole: two people by touch and keyboard, then one by mouse among bots. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAll } from '../../player.ts';
import { finish, fixtures, table } from '../../fixtures.ts';
import { driver } from './drive.ts';

const here = fixtures();
const game = 'contrast';

test('two people, by touch on a phone and by keyboard', async () => {
  const players = await table(here, { game, seats: 2 }, ['phone', 'desk']);
  const acts = [driver.touch, driver.keys];
  await playAll(players.map((player, n) => ({ player, act: acts[n] ?? driver.mouse })));
  await finish(players);
});

test('an expert game by mouse among three bots', async () => {
  const [player] = await table(here, { game, variant: 'expert', seats: 4 }, ['desk']);
  assert.ok(player);
  await playAll([{ player, act: driver.mouse }]);
  await finish([player]);
});
