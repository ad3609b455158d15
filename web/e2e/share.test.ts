/** Sharing a replay: by the system's own sheet on phones, else by the clipboard. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { person, type Screen } from './browser.ts';
import { complaints } from './checks.ts';
import { fixtures } from './fixtures.ts';
import { finished, games } from './api.ts';

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
    else await page.waitForTimeout(400);
    const given = await shared(page);
    assert.equal(given.length, asks ? 1 : 0);
    if (asks) assert.deepEqual(given[0], { title: 'Replay', url: page.url() });
    assert.match(page.url(), /\/r\/[A-Z0-9]+\.1\?m=3$/);
    assert.equal(await copied(page), copies ? page.url() : 'nothing');
    assert.equal((await page.getByText('Link copied').count()) > 0, copies);
    assert.deepEqual(bad, []);
    await page.context().close();
  });
