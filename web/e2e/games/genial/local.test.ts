/** Games in the page itself: a bot and solo to the end with the server killed, and one device shared. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fixtures } from '../../fixtures.ts';
import { accessible, overflowing } from '../../checks.ts';
import { pick, Player } from '../../player.ts';
import { Server } from '../../server.ts';
import { driver } from './drive.ts';

const here = fixtures();
const root = join(import.meta.dirname, '..', '..', '..', '..');

/** Come to the home page and wait until the page can live without its server. */
async function settled(server: Server, screen: 'desk' | 'phone'): Promise<Player> {
  const player = await Player.come(here.browser, screen, 'light', {
    serviceWorkers: 'allow',
  });
  await player.page.goto(server.url);
  await player.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((done) =>
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
    );
  });
  return player;
}

/** Play one's moves until the game is over; `between` is called after each. */
async function playOut(
  player: Player,
  between: (turns: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const act = player.touches ? driver.touch : driver.mouse;
  for (let turns = 0; ; turns++) {
    const legal = await player.turn();
    if (!legal) return;
    await player.make(act, pick(legal, turns));
    await between(turns);
  }
}

test('a bot and solo with the server killed: play, reload, result, replay', async () => {
  const server = await Server.start({ NUMBA_DISABLE_JIT: '1' });
  const player = await settled(server, 'phone');
  const { page } = player;
  try {
    await server.kill();
    await page.reload();
    await page.evaluate(() =>
      localStorage.setItem(
        'hexade.last',
        JSON.stringify({ agreed: { game: 'genial', variant: 'base', seats: 2 }, bot: 'level1' }),
      ),
    );
    await page.reload();
    await page.locator('.hero').getByRole('button', { name: 'Play Pip' }).tap();
    await page.waitForURL(/\/t\/LOCAL-[A-Z0-9]{6}$/);
    await playOut(player, async (turns) => {
      if (turns !== 3) return;
      const { v } = (await player.turn(), player.now) ?? {};
      await page.reload();
      await page.locator('[data-cell]').first().waitFor();
      assert.equal(player.now?.v, v);
      const found = [await accessible(page), await overflowing(page)].flat();
      assert.equal(found.join('\n'), '');
    });
    await player.over();
    await page.getByRole('slider').first().waitFor(); // the replay, on the page of the result
    const code = page.url().split('/').at(-1) ?? '';
    await page.goto(`${server.url}/r/${code}.1`);
    await page.getByText('Played on one device').waitFor();
    await page.getByText('Accuracy in %').waitFor(); // the analysis is there
    await page.getByRole('button', { name: 'Share this move' }).tap();
    await page.getByText('A link needs a server').first().waitFor();
    await page.goto(server.url);
    await page.getByRole('link', { name: 'Replay' }).first().waitFor(); // among one's games

    await page.getByRole('button', { name: /^Solo/ }).tap();
    await page.getByRole('button', { name: 'Start' }).tap();
    await page.waitForURL(/\/t\/LOCAL-/);
    player.now = null;
    await playOut(player);
    await player.over();
    assert.deepEqual(
      player.bad.filter((one) => !/ERR_CONNECTION_REFUSED|Failed to load/.test(one)),
      [],
    );
  } finally {
    await player.leave();
    await server.stop();
  }
});

test('people who share a device pass it on, and see only what is theirs', async () => {
  const player = await Player.come(here.browser, 'phone');
  const { page } = player;
  const passed = (name: string): Promise<void> =>
    page.getByRole('heading', { name: `Pass the device to ${name}` }).waitFor();
  try {
    await page.goto(here.server.url);
    await page.getByRole('button', { name: /^Hex dominoes/ }).tap();
    const sheet = page.getByRole('dialog');
    await sheet.locator('label', { hasText: 'Round one device' }).tap();
    await sheet.locator('summary', { hasText: 'Options' }).tap();
    await sheet
      .getByRole('radiogroup', { name: 'Undo' })
      .locator('label', { hasText: 'off' })
      .tap();
    await sheet.getByRole('button', { name: 'Round one device' }).tap();
    await page.getByLabel('Name of player 1').fill('Ada');
    await page.getByLabel('Name of player 2').fill('Anna');
    await page.getByRole('button', { name: 'Start' }).tap();
    for (const name of ['Ada', 'Anna', 'Ada']) {
      await passed(name);
      assert.equal(player.now?.legal ?? null, null); // nobody's view
      assert.equal(await page.locator('[data-cell]').count(), 0);
      assert.equal((await accessible(page)).join('\n'), '');
      await page.getByRole('button', { name: `I am ${name}` }).tap();
      const legal = (await player.turn()) ?? [];
      await player.make(driver.touch, pick(legal, 1));
    }
    await passed('Anna');
    await page.reload();
    await passed('Anna'); // whoever opens the page again must say so first
    assert.deepEqual(player.bad, []);
  } finally {
    await player.leave();
  }
});

/** A game as a device keeps it, from a golden record. */
function golden(id: string): Record<string, unknown> {
  const file = join(root, 'src/hexade/games/genial/tests/golden/solo-2023-1-greedy.jsonl');
  const [line = ''] = readFileSync(file, 'utf8').split('\n');
  const { game, variant, edition, seats, start, seed, events, result } = JSON.parse(line) as Record<
    string,
    string[]
  >;
  const agreed = { game, variant, edition, seats: seats?.length, options: {}, assist: 2 };
  const players = seats?.map((name) => ({ name, avatar: 'fox', bot: null }));
  return { id, agreed, start, seed, players, from: null, events, result, at: 1 };
}

test('a finished game of this device gets a link from a server, which verifies it', async () => {
  const player = await Player.come(here.browser, 'desk', 'light', {
    permissions: ['clipboard-write'],
  });
  const { page } = player;
  const id = 'LOCAL-AAAAAA.1';
  try {
    await page.goto(here.server.url);
    // The database is there.
    await page.waitForFunction(async () =>
      (await indexedDB.databases()).some(({ name, version }) => name === 'hexade' && version),
    );
    await page.evaluate(
      (game) =>
        new Promise<void>((done, failed) => {
          const opened = indexedDB.open('hexade');
          opened.onerror = failed;
          opened.onsuccess = () => {
            const put = opened.result
              .transaction('games', 'readwrite')
              .objectStore('games')
              .put(game);
            put.onsuccess = () => done();
          };
        }),
      golden(id),
    );
    await page.goto(`${here.server.url}/r/${id}`);
    const answered = page.waitForResponse((one) => one.url().endsWith('/api/replays'));
    await page.getByRole('button', { name: 'Share this move' }).click();
    const given = (await (await answered).json()) as { link: string };
    await page.getByText('Link copied').first().waitFor();
    await page.goto(here.server.url + given.link);
    await page.getByText('Played on one device').waitFor();
    assert.deepEqual(player.bad, []);
  } finally {
    await player.leave();
  }
});
