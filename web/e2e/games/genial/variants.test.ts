/** The board game's variants, whole games: by touch on a phone, by keyboard, with mouse and bots. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAll } from '../../player.ts';
import { finish, fixtures, table } from '../../fixtures.ts';
import { driver } from './drive.ts';

const here = fixtures();
const game = 'genial';

test('a duel by touch on a phone against a bot', async () => {
  const [player] = await table(here, { game, variant: 'duel', seats: 2 }, ['phone']);
  assert.ok(player);
  await playAll([{ player, act: driver.touch }]);
  await finish([player]);
});

test('solo by keyboard alone', async () => {
  const [player] = await table(here, { game, variant: 'solo', seats: 1 }, ['desk']);
  assert.ok(player);
  const turns = await playAll([{ player, act: driver.keys }]);
  assert.ok(turns > 25, `${turns} turns`);
  await finish([player]);
});

test('a team game with two people, by mouse and on a phone, and two bots', async () => {
  const players = await table(here, { game, variant: 'team', seats: 4 }, ['desk', 'phone']);
  const acts = [driver.mouse, driver.touch];
  await playAll(players.map((player, n) => ({ player, act: acts[n] ?? driver.mouse })));
  await finish(players);
});
