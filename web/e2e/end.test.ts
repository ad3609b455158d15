/** The end of a game: held, rolled up, then the result; to play again and to share without scrolling. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { Player, playAll, type Driver } from './player.ts';
import { accessible } from './checks.ts';
import { finished, games } from './api.ts';
import { fixtures, table } from './fixtures.ts';

const here = fixtures();
const SMALL = { viewport: { width: 390, height: 664 } };

/** Whether the middle of a button can be pressed without scrolling. */
const inView = (page: Page, name: RegExp): Promise<boolean> =>
  page
    .getByRole('button', { name })
    .last()
    .evaluate((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const at = document.elementFromPoint(x + width / 2, y + height / 2);
      return y >= 0 && y + height <= innerHeight && one.contains(at);
    });

test('to play again and to share are in view at once, on a desk and a phone', async () => {
  for (const info of await games(here.server.url)) {
    const variant = info.variants[0];
    assert.ok(variant);
    const seats = Math.max(...variant.seats);
    const { seat, agreed } = await finished(here.server.url, info, variant, seats);
    for (const [screen, more] of [
      ['desk', {}],
      ['phone', SMALL],
    ] as const) {
      const player = await Player.come(here.browser, screen, 'light', more);
      await player.join(here.server.url, seat, agreed);
      await player.over();
      await player.page.getByRole('slider').waitFor();
      for (const name of [/^(Rematch|Play again)$/, /^Share( picture)?$/, /^Seats$/])
        assert.ok(await inView(player.page, name), `${info.game} on a ${screen}: ${name}`);
      assert.deepEqual(player.bad, []);
      await player.leave();
    }
  }
});

test('the board does not jump at the last move; a tap skips to the result', async () => {
  const info = (await games(here.server.url)).find(({ variants }) => variants.length > 2);
  assert.ok(info);
  const { driver } = (await import(`./games/${info.game}/drive.ts`)) as { driver: Driver };
  const [guide] = await table(here, { game: info.game, seats: 2 }, ['desk'], 'greedy');
  assert.ok(guide);
  await guide.turn();
  await guide.elsewhere(here.server.url, ({ view }) => {
    const { cells, side } = view as { cells: object; side: number };
    return Object.keys(cells).length > 3 * side * (side - 1) + 1 - 14;
  });
  // From here on with motion, as people see it.
  await guide.page.emulateMedia({ reducedMotion: 'no-preference' });
  const where = (): Promise<number[]> =>
    guide.page
      .locator('.play svg.sheet')
      .first()
      .evaluate((one) => {
        const { x, y, width } = one.getBoundingClientRect();
        return [x, y, width].map(Math.round);
      });
  await guide.page.evaluate(() => {
    // What the page showed, one after the other.
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const note = (): void => {
      const board = document.querySelector('.play svg.sheet')?.getBoundingClientRect();
      const stage = document.querySelector('.end')
        ? 'result'
        : document.querySelector('[data-finale]')
          ? 'finale'
          : 'board';
      const text = `${stage} ${stage === 'result' ? '' : Math.round(board?.y ?? -1)}`;
      if (seen.at(-1) !== text) seen.push(text);
      requestAnimationFrame(note);
    };
    note();
  });
  const before = await where();
  await playAll([{ player: guide, act: driver.mouse }]);
  await guide.page.locator('[data-finale]').waitFor();
  assert.deepEqual(await where(), before);
  await guide.page.mouse.click(20, 400);
  await guide.over();
  const seen = await guide.page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  assert.ok(seen.some((one) => one.startsWith('finale')));
  assert.deepEqual(
    new Set(seen.map((one) => one.split(' ')[1]).filter(Boolean)).size,
    1,
    seen.join(),
  );
  assert.equal((await accessible(guide.page)).join('\n'), '');
  await guide.leave();
});
