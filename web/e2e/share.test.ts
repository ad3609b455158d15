/** Sharing a replay: by the system's own sheet on phones, else by the clipboard. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { person, type Screen } from './browser.ts';
import { accessible, complaints } from './checks.ts';
import { fixtures } from './fixtures.ts';
import { finished, games, takeSeat } from './api.ts';

const here = fixtures();
type Sheet = 'takes it' | 'is closed' | 'fails' | 'is not there';

/** A replay on a screen whose system has a sheet that answers in some way. */
async function opened(screen: Screen, sheet: Sheet): Promise<{ page: Page; bad: string[] }> {
  const [info] = await games(here.server.url);
  assert.ok(info?.variants[0]);
  const { now } = await finished(here.server.url, info, info.variants[0]);
  const { page } = await person(here.browser, screen, 'light', {
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.addInitScript((how: Sheet) => {
    const shared: unknown[] = [];
    const answer = (what: unknown): Promise<void> => {
      shared.push(what);
      if (how === 'is closed') return Promise.reject(new DOMException('closed', 'AbortError'));
      if (how === 'fails') return Promise.reject(new DOMException('no', 'NotAllowedError'));
      return Promise.resolve();
    };
    const value = how === 'is not there' ? undefined : answer;
    Object.defineProperty(navigator, 'share', { value, configurable: true });
    Object.assign(globalThis, { shared });
  }, sheet);
  const bad = complaints(page);
  await page.goto(`${here.server.url}/r/${now.replay}?m=3`);
  return { page, bad };
}
const shared = (page: Page): Promise<{ title?: string; url?: string }[]> =>
  page.evaluate(() => (globalThis as unknown as { shared: object[] }).shared);
const copied = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText().catch(() => ''));

const cases: { screen: Screen; sheet: Sheet; asks: boolean; copies: boolean }[] = [
  { screen: 'phone', sheet: 'takes it', asks: true, copies: false },
  { screen: 'phone', sheet: 'is closed', asks: true, copies: false },
  { screen: 'phone', sheet: 'fails', asks: true, copies: true },
  { screen: 'phone', sheet: 'is not there', asks: false, copies: true },
  { screen: 'desk', sheet: 'takes it', asks: false, copies: true },
];
for (const { screen, sheet, asks, copies } of cases)
  test(`on a ${screen}, where the sheet ${sheet}`, async () => {
    const { page, bad } = await opened(screen, sheet);
    await page.evaluate(() => navigator.clipboard.writeText('nothing'));
    const button = page.getByRole('button', { name: 'Share this move' });
    await (screen === 'phone' ? button.tap() : button.click());
    if (copies) await page.getByText('Link copied').first().waitFor();
    else await page.waitForFunction(() => (globalThis as { shared?: object[] }).shared?.length);
    const given = await shared(page);
    assert.equal(given.length, asks ? 1 : 0);
    if (asks) assert.deepEqual(given[0], { title: 'Replay', url: page.url() });
    assert.match(page.url(), /\/r\/[A-Z0-9]+\.1\?m=3$/);
    assert.equal(await copied(page), copies ? page.url() : 'nothing');
    assert.equal((await page.getByText('Link copied').count()) > 0, copies);
    assert.deepEqual(bad, []);
    await page.context().close();
  });

/** A finished game on a screen, and its dialog with the picture. */
async function dialog(screen: Screen, seated: boolean): Promise<Page> {
  const [info] = await games(here.server.url);
  assert.ok(info?.variants[0]);
  const { seat, now, agreed } = await finished(here.server.url, info, info.variants[0]);
  const { page, context } = await person(here.browser, screen, 'light', {
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  if (seated) await takeSeat(context, seat, agreed);
  await page.goto(`${here.server.url}${seated ? `/t/${seat.code}` : `/r/${now.replay}`}`);
  await page.getByRole('button', { name: 'Share picture' }).first().click();
  await page.locator('dialog img').waitFor();
  return page;
}

test('a picture and a poster are drawn in the browser and saved, as PNG and SVG', async () => {
  const page = await dialog('desk', true);
  const size = (): Promise<number[]> =>
    page
      .locator('dialog img')
      .evaluate((one) => [
        (one as HTMLImageElement).naturalWidth,
        (one as HTMLImageElement).naturalHeight,
      ]);
  assert.deepEqual(await size(), [1200, 630]);
  const saved = async (name: string): Promise<{ file: string; bytes: Buffer }> => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    const download = await coming;
    return { file: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const png = await saved('Download PNG');
  assert.equal(png.file, 'hexade.png');
  assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
  const svg = await saved('Download SVG');
  assert.match(svg.bytes.toString(), /Fox 27/);
  assert.doesNotMatch(svg.bytes.toString(), /href="(?!data:)/);
  await page.getByText('Without names').click();
  await page.locator('dialog img').waitFor();
  const nameless = await saved('Download SVG');
  assert.doesNotMatch(nameless.bytes.toString(), /Fox 27/);
  await page.getByText('Poster', { exact: true }).last().click();
  await page.waitForFunction(
    () => document.querySelector<HTMLImageElement>('dialog img')?.naturalHeight === 1528,
  );
  assert.deepEqual(await size(), [1080, 1528]);
  assert.equal((await accessible(page)).join('\n'), '');
  await page.context().close();
});

test('whoever did not play shares it without names', async () => {
  const page = await dialog('phone', false);
  const names = page.getByRole('checkbox', { name: 'Without names' });
  assert.ok(await names.isChecked());
  assert.ok(await names.isDisabled());
  await page.context().close();
});
