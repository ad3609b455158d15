/** A replay: keys, slider, its address at a move, sharing, the record as a file, playing on from it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { person } from './browser.ts';
import { Player } from './player.ts';
import { fixtures } from './fixtures.ts';
import { finished, games, get } from './api.ts';
import type { GameInfo, TableState } from '../src/wire/messages.ts';

const here = fixtures();
const hexade =
  process.env.HEXADE ?? join(import.meta.dirname, '..', '..', '.venv', 'bin', 'hexade');

async function replay(): Promise<{ id: string; last: number; info: GameInfo }> {
  const info = (await games(here.server.url)).find((one) => one.variants[0]?.has_start);
  assert.ok(info?.variants[0]);
  const { now } = await finished(here.server.url, info, info.variants[0]);
  const { frames } = await get<{ frames: unknown[] }>(here.server.url, `/replays/${now.replay}`);
  return { id: now.replay ?? '', last: frames.length - 1, info };
}

test('keys and the slider move through it, and the address follows', async () => {
  const { id, last } = await replay();
  const { context, page } = await person(here.browser, 'desk', 'light', {
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.goto(`${here.server.url}/r/${id}?m=7`);
  const at = (n: number): Promise<void> =>
    page.getByText(`Move ${n} of ${last}`, { exact: true }).first().waitFor();
  await at(7);
  await page.getByRole('slider').focus();
  for (const [key, to] of [
    ['ArrowRight', 8],
    ['PageDown', 13],
    ['ArrowLeft', 12],
    ['PageUp', 7],
    ['Home', 0],
    ['End', last],
  ] as const) {
    await page.keyboard.press(key);
    await at(to);
  }
  await page.getByRole('slider').fill('5');
  await at(5);
  assert.match(page.url(), /\?m=5$/);
  await page.getByRole('button', { name: 'Share this move' }).click();
  await page.getByText('Link copied').first().waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  // Enter plays by itself, and stops again.
  await page.getByRole('slider').focus();
  await page.keyboard.press('Enter');
  await at(6);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await context.close();
});

test('the downloaded record can be verified', async () => {
  const { id } = await replay();
  const { context, page } = await person(here.browser, 'desk', 'light', {
    serviceWorkers: 'block',
  });
  await page.goto(`${here.server.url}/r/${id}`);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download record' }).click();
  const file = await (await coming).path();
  const { stdout } = await promisify(execFile)(hexade, ['verify', file]);
  assert.match(stdout, /1/);
  await context.close();
});

test('a player can continue from a move against bots', async () => {
  const { id } = await replay();
  const player = await Player.come(here.browser);
  await player.page.goto(`${here.server.url}/r/${id}?m=9`);
  await player.page.getByRole('button', { name: 'Play from here' }).click();
  await player.page.waitForURL(/\/t\/[A-Z0-9]+$/);
  const legal = await player.turn();
  assert.ok(legal?.length);
  const code = player.page.url().split('/').at(-1);
  const { phase } = await get<TableState>(here.server.url, `/tables/${code}`);
  assert.equal(phase, 'playing');
  assert.deepEqual(player.bad, []);
  await player.leave();
});
