/** Statistics: what the browser keeps, in every state; out as a file and in again. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { KeptGame } from '../src/stats/game.ts';
import { games } from './api.ts';
import { person, type Screen, type Theme } from './browser.ts';
import { accessible, complaints, cutOff, overflowing, watchShifts, worded } from './checks.ts';
import { fixtures } from './fixtures.ts';
import { bringIn, endHere, fileOf, someGames } from './keptGames.ts';

const here = fixtures();
const QUIET = { serviceWorkers: 'block', reducedMotion: 'reduce' } as const;
const some = async (): Promise<KeptGame[]> => someGames(await games(here.server.url));
const look = async (page: Page): Promise<string> =>
  [await accessible(page), await overflowing(page), await worded(page)].flat().join('\n');

for (const screen of ['desk', 'phone'] satisfies Screen[])
  for (const theme of ['light', 'dark'] satisfies Theme[])
    test(`empty, then with games (${screen}, ${theme})`, async () => {
      const { context, page } = await person(here.browser, screen, theme, QUIET);
      const bad = complaints(page);
      await page.goto(`${here.server.url}/stats`);
      await page.getByRole('heading', { name: 'Nothing to count yet' }).waitFor();
      assert.equal(await look(page), '');
      await bringIn(page, here.server.url, await some());
      const shifts = await watchShifts(page);
      await page.reload();
      await page.getByRole('heading', { name: 'Accuracy over time' }).waitFor();
      await page.getByText('mean of five games').waitFor();
      await page.getByText('80%', { exact: true }).waitFor(); // 4 of 5 games won
      await page.getByRole('heading', { name: 'Your colours' }).waitFor();
      await page.getByRole('heading', { name: 'By player' }).waitFor();
      await page.evaluate(() => document.fonts.ready);
      assert.equal(await look(page), '');
      assert.ok((await shifts()) < 0.01, `shifts by ${await shifts()}`);
      await page.getByText('Show as table').click();
      assert.equal(await page.locator('table tbody tr').count(), 5);
      assert.equal(await page.locator('main svg[role=img] circle').count(), 5);
      assert.equal(await look(page), '');
      assert.deepEqual(bad, []);
      await context.close();
    });

test('few analysed games have dots and no curve; a filter shows one game alone', async () => {
  const { context, page } = await person(here.browser, 'desk', 'light', QUIET);
  await bringIn(page, here.server.url, (await some()).slice(0, 4));
  await page.locator('main svg[role=img] circle').first().waitFor();
  assert.equal(await page.locator('main svg[role=img] polyline').count(), 0);
  await page.getByText('Solo', { exact: true }).first().click();
  await page.getByText('No game is analysed yet.').waitFor();
  await page.getByRole('button', { name: 'Analyse the last game' }).waitFor();
  await context.close();
});

test('what is exported comes in again: new games once, and nothing twice', async () => {
  const { context, page } = await person(here.browser, 'desk', 'light', QUIET);
  const all = await some();
  await bringIn(page, here.server.url, all);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  assert.match(saved.suggestedFilename(), /^hexade-\d{4}-\d\d-\d\d\.json$/);
  const text = await readFile(await saved.path(), 'utf8');
  const file = JSON.parse(text) as { format: string; games: KeptGame[] };
  assert.equal(file.format, 'hexade-stats/1');
  assert.deepEqual(file.games.map(({ id }) => id).sort(), all.map(({ id }) => id).sort());
  assert.doesNotMatch(text, /token|places/);
  const more = [...file.games, { ...(all[0] as KeptGame), id: 'LOCAL-OTHER1.1' }];
  await page.getByLabel('Import', { exact: true }).first().setInputFiles(fileOf(more));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 new game', { exact: true }).waitFor();
  await dialog.getByText('7 games are here already').waitFor();
  assert.equal((await accessible(page)).join('\n'), '');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('7 games,').waitFor(); // nothing came in
  await context.close();
});

test('a file of a newer version or of something else is refused with a reason', async () => {
  const { context, page } = await person(here.browser, 'desk', 'light', QUIET);
  await page.goto(`${here.server.url}/stats`);
  await page.getByRole('heading', { name: 'Nothing to count yet' }).waitFor();
  const chooser = page.getByLabel('Import', { exact: true });
  await chooser.setInputFiles(fileOf([], 'hexade-stats/9'));
  await page.getByText('made by a newer version').first().waitFor();
  await chooser.setInputFiles(fileOf([], 'cookbook/1'));
  await page.getByText('no games of Hexade').first().waitFor();
  await page.getByRole('heading', { name: 'Nothing to count yet' }).waitFor();
  await context.close();
});

test('all is forgotten when the word is typed, and not before', async () => {
  const { context, page } = await person(here.browser, 'phone', 'light', QUIET);
  const all = await some();
  await bringIn(page, here.server.url, all);
  const older = { ...(all[0] as KeptGame), id: 'LOCAL-OLDER1.1' };
  await endHere(page, older);
  await page.goto(here.server.url);
  await page.getByText('All 8', { exact: true }).waitFor(); // it is counted, too
  await page.goto(`${here.server.url}/stats`);
  await page.getByRole('button', { name: 'Forget all' }).tap();
  const dialog = page.getByRole('dialog');
  const yes = dialog.getByRole('button', { name: 'Forget all' });
  assert.ok(await yes.isDisabled());
  await dialog.getByRole('textbox').fill('forge');
  assert.ok(await yes.isDisabled());
  await dialog.getByRole('textbox').fill('Forget');
  assert.equal((await accessible(page)).join('\n'), '');
  await yes.tap();
  await page.getByRole('heading', { name: 'Nothing to count yet' }).waitFor();
  // Home counts games that ended here, and leaves out those that were forgotten.
  await endHere(page, { ...older, id: 'LOCAL-NEWER1.1', at: Date.now() });
  await page.goto(here.server.url);
  await page.getByText('All 1', { exact: true }).waitFor();
  await page.goto(`${here.server.url}/stats`);
  await page.getByText('1 game,').waitFor();
  await context.close();
});

test('a browser that blocks its storage says so', async () => {
  const { context, page } = await person(here.browser, 'desk', 'light', QUIET);
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
  });
  await page.goto(`${here.server.url}/stats`);
  await page.getByText('This browser blocks its storage').waitFor();
  await page.getByLabel('Import', { exact: true }).setInputFiles(fileOf(await some()));
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await page.getByRole('heading', { name: 'Your play' }).waitFor();
  await page.getByText('This browser blocks its storage').waitFor();
  assert.equal(await look(page), '');
  await context.close();
});

test('the numbers of a phone leave no hole, however few there are', async () => {
  const [, , , lost] = await some();
  const shown = async (...left: (keyof KeptGame)[]): Promise<number> => {
    const { context, page } = await person(here.browser, 'phone', 'light', QUIET);
    const told = Object.entries(lost as KeptGame).filter(
      ([key]) => !left.includes(key as keyof KeptGame),
    );
    await bringIn(page, here.server.url, [Object.fromEntries(told) as unknown as KeptGame]);
    const all = page.locator('.numbers > div');
    await all.first().waitFor();
    const boxes = await all.evaluateAll((found) => found.map((one) => one.getBoundingClientRect()));
    const wide = (await page.locator('.numbers').boundingBox())?.width ?? 0;
    for (const { top } of boxes) {
      const row = boxes.filter((one) => one.top === top);
      const filled =
        Math.max(...row.map((one) => one.right)) - Math.min(...row.map((one) => one.left));
      assert.ok(wide - filled < 1, `a row of ${row.length} is ${filled} of ${wide} px wide`);
    }
    await context.close();
    return boxes.length;
  };
  assert.equal(await shown('accuracy'), 4);
  assert.equal(await shown('accuracy', 'best'), 3);
});

test('large text fits on a phone', async () => {
  const { context, page } = await person(here.browser, 'phone', 'light', QUIET);
  await page.addInitScript(() =>
    localStorage.setItem('hexade.settings', JSON.stringify({ text: 200 })),
  );
  await bringIn(page, here.server.url, await some());
  await page.getByRole('heading', { name: 'Accuracy over time' }).waitFor();
  assert.equal([...(await overflowing(page)), ...(await cutOff(page))].join('\n'), '');
  await context.close();
});
