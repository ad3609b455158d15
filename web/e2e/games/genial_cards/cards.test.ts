/** The card game, whole games: people by touch and mouse, and by keyboard against a bot. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAll } from '../../player.ts';
import { finish, fixtures, table } from '../../fixtures.ts';
import { driver } from './drive.ts';

const here = fixtures();
const game = 'genial_cards';

test('two people, by touch on a phone and by mouse', async () => {
  const players = await table(here, { game, seats: 2 }, ['phone', 'desk']);
  const acts = [driver.touch, driver.mouse];
  await playAll(players.map((player, n) => ({ player, act: acts[n] ?? driver.mouse })));
  await finish(players);
});

test('by keyboard alone against two bots', async () => {
  const [player] = await table(here, { game, seats: 3 }, ['desk'], 'greedy');
  assert.ok(player);
  await playAll([{ player, act: driver.keys }]);
  await finish([player]);
});
