/** E6: a new hand is decided with the card, on every screen; nothing waits afterwards. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Now } from '../../../src/wire/messages.ts';
import { create, playOut, type Seat } from '../../api.ts';
import type { Screen, Theme } from '../../browser.ts';
import { fixtures } from '../../fixtures.ts';
import { Player } from '../../player.ts';

const here = fixtures();
const folder = join(import.meta.dirname, '..', '..', '..', 'artefacts');
const agreed = { game: 'genial_cards', variant: 'base', seats: 2, take_back: false, assist: 3 };

/** Return a card after which one could take a new hand, where its order does not matter. */
function renewing({ preview }: Now): string | undefined {
  const { moves = {} } = (preview ?? {}) as { moves?: Record<string, { renew: boolean }> };
  return Object.keys(moves).find((move) => move.length === 2 && moves[move]?.renew);
}

/** Play until one could take a new hand; a game in which that never comes is followed by another. */
async function choice(): Promise<{ seat: Seat; now: Now }> {
  for (let n = 0; n < 20; n++) {
    const sit = { name: 'Ada', avatar: 'fox' };
    const seat = await create(here.server.url, { agreed, sit, bots: ['random'], start: true });
    const now = await playOut(here.server.url, seat, (one) => Boolean(renewing(one)));
    if (!now.result) return { seat, now };
  }
  throw new Error('nobody could take a new hand in twenty games');
}

const SCREENS: [Screen, Theme, number, boolean][] = [
  ['desk', 'light', 900, true],
  ['phone', 'dark', 844, false],
  ['phone', 'light', 664, true],
];

for (const [screen, theme, height, renew] of SCREENS)
  test(`E6 decided with the card: ${screen} ${height} ${theme}`, async () => {
    const { seat, now } = await choice();
    const viewport = { width: screen === 'desk' ? 1440 : 390, height };
    const player = await Player.come(here.browser, screen, theme, { viewport });
    const { page } = player;
    await player.join(here.server.url, seat, agreed);
    await player.turn();
    await player.asked();
    const hand = now.view.hand as string[];
    await player.press(page.locator('.hand button').nth(hand.indexOf(renewing(now) ?? '')));
    const both = page.getByRole('button', { name: 'Play, then new hand' });
    const play = page.locator('.actions button.main');
    await both.waitFor();
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `new-hand-${screen}-${height}-${theme}.png`) });
    for (const button of [both, play]) {
      const box = await button.boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= height, 'it is on the screen');
    }
    await player.press(renew ? both : play);
    await page.waitForFunction(
      (v) => Number(document.getElementById('main')?.dataset.v ?? 0) > v,
      now.v,
    );
    assert.equal(await page.locator('.offer').count(), 0, 'nothing is asked afterwards');
    assert.deepEqual(player.bad, []);
    await player.leave();
  });
