/** A12: an exchange is decided with the move, on every screen; nothing waits afterwards. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Now } from '../../../src/wire/messages.ts';
import type { Preview } from '../../../src/games/genial/view.ts';
import { create, playOut, type Seat } from '../../api.ts';
import type { Screen, Theme } from '../../browser.ts';
import { fixtures } from '../../fixtures.ts';
import { Player } from '../../player.ts';

const here = fixtures();
const folder = join(import.meta.dirname, '..', '..', '..', 'artefacts');
const agreed = { game: 'genial', variant: 'base', seats: 2, take_back: false, assist: 3 };

/** Add up, as the page does, what a half of a colour scores on a cell. */
function points({ lines }: Preview, cell: string, colour: string): number {
  return Object.values(lines[cell] ?? {})
    .filter((line) => line.startsWith(colour))
    .reduce((sum, line) => sum + Number(line.slice(1)), 0);
}

/** Return a move after which one could exchange, if there is one. */
function exchanging({ legal, preview }: Now): string | undefined {
  const known = preview as unknown as Preview | null;
  if (!known?.exchange || known.fills) return undefined;
  return legal?.find((move) => {
    const [tile = '', a = '', b = ''] = move.split(' ');
    const made = [points(known, a, tile[0] ?? ''), points(known, b, tile[1] ?? '')];
    const there = known.exchange?.[tile]?.includes(made.join('+'));
    const back = known.exchange?.[`${tile[1]}${tile[0]}`]?.includes(made.reverse().join('+'));
    return there ?? back ?? false;
  });
}

/** Play until one could exchange; a game in which that never comes is followed by another. */
async function choice(): Promise<{ seat: Seat; now: Now }> {
  for (let n = 0; n < 20; n++) {
    const sit = { name: 'Ada', avatar: 'fox' };
    const seat = await create(here.server.url, { agreed, sit, bots: ['random'], start: true });
    const now = await playOut(here.server.url, seat, (one) => Boolean(exchanging(one)));
    if (!now.result) return { seat, now };
  }
  throw new Error('nobody could exchange in twenty games');
}

const SCREENS: [Screen, Theme, number, boolean][] = [
  ['desk', 'light', 900, true],
  ['desk', 'dark', 900, false],
  ['phone', 'light', 844, true],
  ['phone', 'dark', 844, false],
  ['phone', 'light', 664, true],
  ['phone', 'dark', 664, false],
];

for (const [screen, theme, height, exchange] of SCREENS)
  test(`A12 decided with the move: ${screen} ${height} ${theme}`, async () => {
    const { seat, now } = await choice();
    const viewport = { width: screen === 'desk' ? 1440 : 390, height };
    const player = await Player.come(here.browser, screen, theme, { viewport });
    const { page } = player;
    const heard: string[] = [];
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => heard.push(String(payload))),
    );
    await player.join(here.server.url, seat, agreed);
    await player.turn();
    await player.asked();
    const field = page.getByPlaceholder('yr h9 h10');
    await field.focus();
    await field.fill(exchanging(now) ?? '');
    await field.press('Enter');
    const both = page.getByRole('button', { name: 'Place, then exchange' });
    const place = page.getByRole('button', { name: /^Place(?!,)/ });
    await both.waitFor();
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `exchange-${screen}-${height}-${theme}.png`) });
    for (const button of [both, place]) {
      const box = await button.boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= height, 'it is on the screen');
      assert.ok(box.height >= 42, 'it can be pressed');
    }
    const asked = heard.length;
    await player.press(exchange ? both : place);
    await page.waitForFunction(
      (v) => Number(document.getElementById('main')?.dataset.v ?? 0) > v,
      now.v,
    );
    assert.equal(await page.locator('.offer').count(), 0, 'nothing is asked afterwards');
    const shown = heard.slice(asked).some((news) => news.includes('"event":"exchange","seat":0'));
    assert.equal(shown, exchange);
    assert.deepEqual(player.bad, []);
    await player.leave();
  });
