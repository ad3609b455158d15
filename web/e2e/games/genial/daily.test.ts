/** The puzzle of the day: by keyboard and by touch, three tries, the streak, and without a network. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import type { Screen } from '../../browser.ts';
import { accessible, overflowing, worded } from '../../checks.ts';
import { fixtures } from '../../fixtures.ts';
import { movesOf as movesIn, on as someoneOn, tried, type Moves } from '../../puzzles.ts';

const here = fixtures();
const FIRST = '2026-11-16';
const SECOND = '2026-11-17';
const SMALL = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

const movesOf = (day: string): Moves => movesIn('genial', day);
const on = (day: string, screen: Screen, more = {}) => someoneOn(here.browser, day, screen, more);

async function open(page: Page, address = '/daily'): Promise<void> {
  await page.goto(here.server.url + address);
  await page.locator('[data-cell]').first().waitFor();
}

/** Type a move into the field of the board. */
async function type(page: Page, move: string): Promise<void> {
  const before = await page.getByText(/^Try \d: (found|close|not)/).count();
  await page.locator('[data-cell][tabindex="0"]').focus();
  await page.keyboard.press('/');
  await page.keyboard.type(move);
  await page.keyboard.press('Enter');
  const sure = page.getByRole('button', { name: /That’s it/ });
  const told = page.locator('main[data-done]').or(page.getByText(`Try ${before + 1}: `).first());
  await told.or(sure).first().waitFor({ state: 'attached' });
  if (await sure.isVisible()) await sure.click(); // it leaves an exchange: the field asks first
}

/** Count the bursts of hexes on a page from now on, at later addresses too. */
async function watchBursts(page: Page): Promise<void> {
  const watch = (): void => {
    const seen = ((globalThis as { bursts?: Element[] }).bursts ??= []);
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      for (const one of added)
        if (one instanceof HTMLElement && 'burst' in one.dataset) seen.push(one);
    }).observe(document, { childList: true, subtree: true });
  };
  await page.addInitScript(watch);
  await page.evaluate(watch);
}
const bursts = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as { bursts?: Element[] }).bursts?.length ?? 0);

test('what was found is celebrated once, and nowhere else', async () => {
  const { context, page, bad } = await on(FIRST, 'phone', SMALL);
  await watchBursts(page);
  await open(page);
  const [wrong = ''] = movesOf(FIRST).wrong;
  await type(page, wrong);
  await page.locator('.turned').waitFor();
  assert.equal(await bursts(page), 0, 'a wrong try turns over, and nothing flies');
  await type(page, movesOf(FIRST).best);
  await page.getByRole('heading', { name: 'Found in 2!' }).waitFor();
  await page.locator('[data-burst]').waitFor({ state: 'attached' });
  const sign = page.locator('.lacquer .turned');
  assert.equal(await sign.count(), 1);
  const box = await sign.boundingBox();
  assert.ok(box && box.y > 0 && box.y + box.height < 664, 'it is on the screen');
  // Another look at it, and home: old news.
  for (const address of ['/daily', '/']) {
    await page.goto(here.server.url + address);
    await page.getByText('Try 2: found').first().waitFor({ state: 'attached' });
    assert.equal(await page.locator('.turned').count(), 0);
    assert.equal(await bursts(page), 0);
  }
  assert.deepEqual(bad, []);
  await context.close();
});

test('nothing moves where motion is off', async () => {
  const { context, page } = await on(FIRST, 'desk', { reducedMotion: 'reduce' });
  await watchBursts(page);
  await open(page);
  await type(page, movesOf(FIRST).best);
  await page.getByRole('heading', { name: 'Found at once!' }).waitFor();
  await page.locator('.lacquer .turned').waitFor();
  assert.equal(await bursts(page), 0);
  await context.close();
});

test('found at once by keyboard, explained, shared, and played on', async () => {
  const { best } = movesOf(FIRST);
  const clip = { permissions: ['clipboard-read', 'clipboard-write'] };
  const { context, page, bad } = await on(FIRST, 'desk', clip);
  await open(page);
  await page.getByRole('heading', { name: 'Find the best move' }).waitFor();
  assert.equal((await accessible(page)).join('\n'), '');
  await watchBursts(page);
  await type(page, best);
  await page.getByRole('heading', { name: 'Found at once!' }).waitFor();
  await page.getByRole('heading', { name: 'Why this move' }).waitFor();
  assert.equal(await bursts(page), 1, 'it is celebrated');
  assert.ok((await page.locator('.why li').count()) > 1, 'it gives reasons');
  // The keyboard goes on from the result, round which there is no line.
  const line = await page
    .locator('main:focus')
    .evaluate((one) => getComputedStyle(one).outlineStyle);
  assert.equal(line, 'none');
  const found = [await accessible(page), await overflowing(page), await worded(page)].flat();
  assert.equal(found.join('\n'), '');
  await page
    .getByText(/^The tempting \+\d+$/)
    .first()
    .click();
  await page.getByText('Best move').first().click();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(shared, /^Hexade Hex dominoes 1 · found in 1 · streak 1\n🟢\n/);
  assert.ok(!shared.includes(best.split(' ')[1] ?? ''), 'it does not tell the solution');
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.waitForURL(/\/t\/LOCAL-/);
  await page.locator('main[data-due]').waitFor();
  // The same position: the tile of the best move is on the rack, and nobody has moved yet.
  const [tile = ''] = best.split(' ');
  const turned = [...tile].reverse().join('');
  await page.locator(`.slot[data-tile="${tile}"], .slot[data-tile="${turned}"]`).first().waitFor();
  assert.deepEqual(bad, []);
  await context.close();
});

/** Lay a tile with the fingers, and say that this is the move; false if it does not come to lie so. */
async function tap(page: Page, move: string): Promise<boolean> {
  const [tile = '', from = '', to = ''] = move.split(' ');
  const turned = [...tile].reverse().join('');
  const slots = page.locator('.rack .slot:not(.gone)');
  const slot = slots.and(page.locator(`[data-tile="${tile}"], [data-tile="${turned}"]`)).first();
  const sure = page.getByRole('button', { name: /^That’s it/ });
  if ((await slot.getAttribute('aria-pressed')) !== 'true') await slot.tap();
  // The first half of the tile as it stands on the rack, then its second.
  const own = (await slot.getAttribute('data-tile')) === tile;
  const wanted = own ? `${from} ${to}` : `${to} ${from}`;
  const ghost = (): Promise<string | null> =>
    page.locator('[data-ghost]').getAttribute('data-ghost');
  // A tap lays the tile where it may lie; turned there, it lies every way it can on that cell.
  await page.locator(`[data-cell="${from}"]`).tap();
  if (!(await sure.isVisible())) await page.locator(`[data-cell="${from}"]`).tap();
  await sure.waitFor();
  for (let turns = 0; turns < 12 && (await ghost()) !== wanted; turns++)
    await page.getByRole('button', { name: 'Turn right' }).tap();
  if ((await ghost()) !== wanted) return false;
  await sure.tap();
  return true;
}

test('three wrong tries by touch on a small phone, then the answer', async () => {
  const { wrong } = movesOf(FIRST);
  const { context, page, bad } = await on(FIRST, 'phone', SMALL);
  await open(page);
  const found = [await accessible(page), await overflowing(page), await worded(page)].flat();
  assert.equal(found.join('\n'), '');
  const made: string[] = [];
  for (const move of wrong) {
    if (made.length === 2) break;
    if (!(await tap(page, move))) continue;
    made.push(move);
    await tried(page, made.length, 'not this one');
  }
  assert.ok(await tap(page, made[0] ?? ''));
  await page.getByText('You tried that move already.').first().waitFor();
  for (const move of wrong) if (!made.includes(move) && (await tap(page, move))) break;
  await page.getByRole('heading', { name: 'Not found this time' }).waitFor();
  await page.getByText('Your first try').first().click();
  assert.equal((await overflowing(page)).join('\n'), '');
  assert.equal((await accessible(page)).join('\n'), '');
  await page.reload();
  await page.getByRole('heading', { name: 'Not found this time' }).waitFor();
  assert.deepEqual(bad, []);
  await context.close();
});

/** The server's day. */
const today = (): string => new Date().toISOString().slice(0, 10);

test('how others did comes last, once the server has answered, and one counts once', async () => {
  const address = `${here.server.url}/api/puzzles/genial/${today()}`;
  const told = async (init?: RequestInit) =>
    (await (await fetch(address, init)).json()) as { found: number[]; missed: number };
  for (const outcome of [1, 2, 2, 0])
    await told({ method: 'POST', body: JSON.stringify({ outcome }) });
  const { context, page, bad } = await on(today(), 'desk');
  let answer = (): void => undefined;
  const asked = new Promise<void>((done) => (answer = done));
  await page.route('**/api/puzzles/**', async (route) => {
    await asked;
    await route.continue();
  });
  await open(page);
  await type(page, movesOf(today()).best);
  await page.getByRole('heading', { name: 'Your week' }).waitFor();
  const places = (): Promise<string> =>
    page.evaluate(() =>
      [...document.querySelectorAll('h1, .why, .chance, .acts')]
        .map((one) => one.getBoundingClientRect().top)
        .join(),
    );
  await page.evaluate(() => document.fonts.ready);
  const before = await places();
  assert.equal(await page.getByRole('heading', { name: 'How others did' }).count(), 0);
  answer();
  await page.getByRole('heading', { name: 'How others did' }).waitFor();
  assert.equal(await places(), before, 'nothing moves');
  await page.locator('.way.mine', { hasText: '1 try' }).waitFor();
  assert.equal((await accessible(page)).join('\n'), '');
  assert.equal((await overflowing(page)).join('\n'), '');
  const { found } = await told();
  await page.reload();
  await page.getByRole('heading', { name: 'How others did' }).waitFor();
  assert.deepEqual((await told()).found, found);
  assert.deepEqual(bad, []);
  await context.close();
});

/** Wait until the page is kept for a day without a network. */
async function kept(page: Page, context: BrowserContext): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((done) =>
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
    );
  });
  await context.setOffline(true);
}

test('two days make a streak of two, the second and the thirtieth without a network', async () => {
  const { context, page } = await on(FIRST, 'desk', { serviceWorkers: 'allow' });
  await page.goto(here.server.url);
  await kept(page, context);
  await open(page);
  await type(page, movesOf(FIRST).best);
  await page.getByRole('heading', { name: 'Found at once!' }).waitFor();
  await page.getByText('streak 1').first().waitFor();
  await context.clock.setFixedTime(new Date(`${SECOND}T08:00:00`));
  await open(page);
  await page.getByText('1 day in a row', { exact: true }).first().waitFor();
  await type(page, movesOf(SECOND).best);
  await page.getByRole('heading', { name: 'Found at once!' }).waitFor();
  await page.getByText('streak 2').first().waitFor();
  await context.clock.setFixedTime(new Date('2026-12-16T08:00:00'));
  await open(page);
  await page.getByText('No. 31').first().waitFor();
  await context.close();
});
