/** `make site`: plain files under a path, on a phone: every game against a bot without a network. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { GameInfo } from '../src/wire/messages.ts';
import { launch } from './browser.ts';
import { accessible, overflowing, worded } from './checks.ts';
import { serveFiles, type FileServer } from './files.ts';
import { endHere } from './keptGames.ts';
import { pick, Player, type Driver } from './player.ts';
import { program } from './server.ts';
import { pack } from '../src/replay/packed.ts';

const web = join(import.meta.dirname, '..');
const PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };
/** A folder that `make site` has written already, for whoever tries one test again and again. */
const built = process.env.SITE_FOLDER;
let folder = built ?? '';
let files: FileServer;
let browser: Browser;

before(async () => {
  if (!built) await build();
  [files, browser] = await Promise.all([serveFiles(folder), launch()]);
});
after(async () => {
  await browser?.close();
  await files?.stop();
  if (!built) rmSync(folder, { recursive: true, force: true });
});

async function build(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'hexade-site-'));
  // What `make site` runs: the catalogue and the rules are written beside the page, too.
  const python = join(dirname(program), 'python');
  const done = spawnSync(python, ['make.py', 'site', folder], { cwd: web });
  assert.equal(done.status, 0, String(done.stderr));
}

/** How the moves of each game are made. */
async function drivers(): Promise<[string, Driver][]> {
  const found = globSync('games/*/drive.ts', { cwd: import.meta.dirname });
  return Promise.all(
    found.map(async (file): Promise<[string, Driver]> => {
      const { driver } = (await import(`./${file}`)) as { driver: Driver };
      return [basename(dirname(file)), driver];
    }),
  );
}

async function visit(more = {}): Promise<Player> {
  const wish = {
    ...PHONE,
    serviceWorkers: 'allow',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...more,
  };
  const player = await Player.come(browser, 'phone', 'light', wish as never);
  await player.page.goto(files.url);
  await player.page.getByText('This page needs no server').waitFor();
  return player;
}

/** Wait until the page can live without its files. */
async function keep({ page }: Player): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((done) =>
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
    );
  });
}

async function playBot(player: Player, info: GameInfo, driver: Driver): Promise<void> {
  const { page } = player;
  const agreed = { game: info.game, variant: info.variants[0]?.variant, take_back: false };
  const last = JSON.stringify({ agreed, bot: 'level1', takeBack: 'never' });
  await page.evaluate((text) => localStorage.setItem('hexade.last', text), last);
  await page.goto(files.url);
  await page.reload();
  player.now = null;
  await page
    .locator('.hero')
    .getByRole('button', { name: /^Play / })
    .tap();
  await page.waitForURL(/#\/t\/LOCAL-/);
  for (let turns = 0; ; turns++) {
    const legal = await player.turn();
    if (!legal) break;
    await player.make(driver.touch, pick(legal, turns));
  }
  await player.over();
}

/** Home lists the last games, leads to all of them, and each has its replay. */
async function pastGames(page: Page, count: number): Promise<void> {
  await page.evaluate(() => (location.hash = '#/'));
  await page.getByText('Latest results').waitFor();
  assert.equal(await page.getByText(/one link/i).count(), 0, 'nobody can be invited');
  const replays = page.getByRole('link', { name: /^Replay: / });
  assert.equal(await replays.count(), Math.min(3, count));
  await page.getByRole('link', { name: `All ${count}` }).tap();
  await page.waitForURL(/#\/stats$/);
  await page.locator('section', { hasText: 'Games' }).getByRole('link').first().waitFor();
  assert.equal(await page.locator('a[href*="#/r/LOCAL-"]').count(), count);
  await page.locator('a[href*="#/r/LOCAL-"]').last().tap();
  await page.getByRole('button', { name: 'Share this move' }).waitFor();
}

test('every game is played to its end against a bot with the network off', async () => {
  const player = await visit();
  const { page } = player;
  try {
    const found = [await accessible(page), await overflowing(page), await worded(page)].flat();
    assert.equal(found.join('\n'), '');
    await keep(player);
    const url = new URL(files.url);
    await files.stop();
    const list = readFileSync(join(folder, 'offline', 'games.json'), 'utf8');
    const games = JSON.parse(list) as GameInfo[];
    for (const [name, driver] of await drivers()) {
      const info = games.find((one) => one.game === name);
      if (info) await playBot(player, info, driver);
    }
    const code = page.url().split('/').at(-1) ?? '';
    await pastGames(page, games.length);
    // A link with the whole record in it: opened by somebody else, and damaged.
    await page.goto(`${url.href}#/r/${code}.1`);
    await page.reload();
    await page.getByRole('button', { name: 'Share this move' }).tap();
    await page.getByText('Link copied').first().waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /#\/r\/~[\w-]{200,}/);
    await page.goto(link.replace(/(~[\w-]{60})[\w-]{6}/, '$1AAAAAA'));
    await page.reload();
    await page.getByText('not a record of a game').waitFor();
    await page.goto(link);
    await page.reload();
    await page.getByText('Played on one device').waitFor();
    await page.waitForURL(/#\/r\/LOCAL-/);
    assert.deepEqual(
      player.bad.filter((one) => !/ERR_CONNECTION_REFUSED|Failed to load/.test(one)),
      [],
    );
    assert.deepEqual(files.missing, []);
  } finally {
    await player.leave();
    files = await serveFiles(folder); // for the tests that follow
  }
});

type SomeRecord = { game: string; seats: string[]; events: Record<string, unknown>[] };

/** A finished game of each kind for two, as records that others made. */
function records(): SomeRecord[] {
  const cwd = join(web, '..', 'src', 'hexade', 'games');
  const [first, ...more] = globSync('*/tests/golden/base-*-random.jsonl', { cwd })
    .toSorted()
    .map((path) => readFileSync(join(cwd, path), 'utf8').split('\n', 1)[0] ?? '')
    .map((line) => JSON.parse(line) as SomeRecord)
    .filter(({ seats }) => seats.length === 2);
  assert.ok(first);
  return [first, ...more.filter(({ game }, n) => game !== (more[n - 1] ?? first).game)];
}
const linkTo = async (record: SomeRecord): Promise<string> =>
  `${files.url}#/r/${await pack(JSON.stringify(record))}`;

test('a link to a move opens at that move', async () => {
  const player = await visit();
  const [record] = records();
  assert.ok(record);
  const { page } = player;
  await page.goto(`${await linkTo(record)}?m=7`);
  await page.waitForURL(/#\/r\/LOCAL-[0-9A-F]+\.1\?m=7$/);
  const shown = (): Promise<string> => page.getByRole('slider').first().inputValue();
  assert.equal(await shown(), '7');
  await page.reload();
  assert.equal(await shown(), '7');
  // It is somebody else's game, and not a result of one's own.
  // Home counts all games that ended here at once: with one of one's own it counts that one alone.
  await endHere(page, {
    id: 'LOCAL-OWN1.1',
    at: Date.now(),
    game: record.game,
    variant: 'base',
    players: [null, 'level1'].map((bot) => ({ name: '', avatar: 'fox', bot })),
    me: 0,
    ranks: [1, 2],
    points: [],
  });
  await page.goto(files.url);
  await page.getByText('This page needs no server').waitFor();
  await page.getByText('All 1', { exact: true }).waitFor();
  assert.deepEqual(player.bad, []);
  await player.leave();
});

test('a record that breaks a rule is refused with its move and its rule', async () => {
  const player = await visit();
  const { page } = player;
  for (const record of records()) {
    const at = record.events.findLastIndex(({ seat }) => typeof seat === 'number');
    const seat = (Number(record.events[at]?.seat) + 1) % record.seats.length;
    const events = record.events.map((one, n) => (n === at ? { ...one, seat } : one));
    const tampered = { ...record, events };
    const said =
      /^This record cannot be opened: at move \d+ it breaks rule [A-Z]\d+\. [A-Z][^']+\.$/;
    // In a file: a toast that fits.
    await page.goto(files.url);
    const buffer = Buffer.from(JSON.stringify(tampered));
    const file = { name: 'a.jsonl', mimeType: 'application/json', buffer };
    await page.getByLabel('Open a record').setInputFiles(file);
    const toast = page.locator('.toast span').filter({ hasText: said });
    await toast.waitFor();
    assert.equal((await overflowing(page)).join('\n'), '');
    // In a link: a page.
    await page.goto(await linkTo(tampered));
    await page.locator('main p').filter({ hasText: 'This record cannot be opened' }).waitFor();
    assert.equal(await page.locator('main p a').count(), 1, 'the rule can be read');
  }
  assert.deepEqual(player.bad, []);
  await player.leave();
});

test('a link that cannot be copied fits on a phone and can be selected', async () => {
  const player = await visit({ permissions: [] });
  const { page } = player;
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined });
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  const [record] = records();
  assert.ok(record);
  await page.goto(await linkTo(record));
  await page.reload();
  await page.waitForURL(/#\/r\/LOCAL-/);
  await page.getByRole('button', { name: 'Share this move' }).tap();
  const link = page.locator('.toast input');
  await link.waitFor();
  const box = await page.locator('.toast').boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
  assert.match(await link.inputValue(), /#\/r\/~[\w-]{200,}/);
  await link.tap();
  const marked = await link.evaluate((one: HTMLInputElement) => one.selectionEnd);
  assert.equal(marked, (await link.inputValue()).length);
  assert.equal((await accessible(page)).join('\n'), '');
  await page.locator('.toast').getByRole('button', { name: 'Close' }).tap();
  await link.waitFor({ state: 'hidden' });
  await player.leave();
});
