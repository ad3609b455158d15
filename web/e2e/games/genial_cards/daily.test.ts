/** The card game's puzzle of the day: from home, by keyboard and by touch, and how it stands there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessible, overflowing, worded } from '../../checks.ts';
import { fixtures } from '../../fixtures.ts';
import { movesOf, on, tried } from '../../puzzles.ts';
import { NAMES } from './drive.ts';

const here = fixtures();
const DAY = '2026-11-16';
const SMALL = { viewport: { width: 360, height: 600 }, hasTouch: true, isMobile: true };

/** The card of a move in the hand, by what screen readers hear of it. */
const cardOf = (page: Page, move: string) => {
  const [a = '', b = ''] = move;
  const both = new RegExp(`^(${NAMES[a]}.*${NAMES[b]}|${NAMES[b]}.*${NAMES[a]})`, 'i');
  return page.locator('.hand button').filter({ hasText: both }).first();
};

/** Choose the order of scoring that a move asks for, if it asks for one. */
async function order(page: Page, move: string, press: (name: string) => Promise<void>) {
  const first = NAMES[move.split(' ')[1]?.[0] ?? ''];
  const main = page.locator('.actions button.main');
  if (first && !(await main.textContent())?.includes(`${first} first`))
    await press('.actions button.change');
}

/** Make a try with the fingers. */
async function tap(page: Page, move: string): Promise<void> {
  const card = cardOf(page, move);
  if ((await card.getAttribute('aria-pressed')) !== 'true') await card.tap();
  await order(page, move, (name) => page.locator(name).tap());
  await page.getByRole('button', { name: /^That’s it/ }).tap();
}

/** Make a try with the keyboard alone. */
async function type(page: Page, move: string): Promise<void> {
  await cardOf(page, move).focus();
  await page.keyboard.press('Enter');
  await order(page, move, async (name) => {
    await page.locator(name).focus();
    await page.keyboard.press('Enter');
  });
  await page.locator('.actions button.main').focus();
  await page.keyboard.press('Enter');
}

const look = async (page: Page): Promise<string> =>
  [await accessible(page), await overflowing(page), await worded(page)].flat().join('\n');

test('both puzzles are on home; this one is solved by keyboard, and home says so', async () => {
  const { best } = movesOf('genial_cards', DAY);
  const { context, page, bad } = await on(here.browser, DAY, 'desk');
  await page.goto(here.server.url);
  const card = page.locator('section', { hasText: 'Puzzle of the day' }).last();
  await card.getByRole('link', { name: /^Hex dominoes.*still open/ }).waitFor();
  await card.getByRole('link', { name: /^Card game.*still open/ }).click();
  await page.locator('.hand button').first().waitFor();
  await page.getByRole('heading', { name: 'Find the best move' }).waitFor();
  assert.equal(await look(page), '');
  await type(page, best);
  await page.getByRole('heading', { name: 'Found at once!' }).waitFor();
  await page.getByRole('heading', { name: 'Why this move' }).waitFor();
  assert.ok((await page.locator('.why li').count()) > 1, 'it gives reasons');
  assert.equal(await look(page), '');
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await card.getByRole('link', { name: /^Card game.*Found in 1/ }).waitFor();
  await card.getByRole('link', { name: /^Hex dominoes.*still open/ }).waitFor();
  assert.equal(await look(page), '');
  await card.getByRole('link', { name: 'Solve it: Hex dominoes' }).click();
  await page.locator('[data-cell]').first().waitFor();
  assert.deepEqual(bad, []);
  await context.close();
});

test('two wrong tries by touch on a small phone, then the right card', async () => {
  const { best, wrong } = movesOf('genial_cards', DAY);
  const { context, page, bad } = await on(here.browser, DAY, 'phone', SMALL);
  await page.goto(`${here.server.url}/daily?game=genial_cards`);
  await page.locator('.hand button').first().waitFor();
  assert.equal(await look(page), '');
  for (const n of [0, 1]) {
    await tap(page, wrong[n] ?? '');
    await tried(page, n + 1, 'not this one');
  }
  await page.goto(here.server.url);
  const card = page.locator('section', { hasText: 'Puzzle of the day' }).last();
  await card.getByRole('link', { name: /^Card game.*one try left/ }).tap();
  await page.locator('.hand button').first().waitFor();
  await tap(page, best);
  await page.getByRole('heading', { name: 'Found in 3!' }).waitFor();
  await page.getByText('Your first try').first().click();
  assert.equal(await look(page), '');
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.waitForURL(/\/t\/LOCAL-/);
  await page.locator('main[data-due]').waitFor();
  assert.deepEqual(bad, []);
  await context.close();
});
