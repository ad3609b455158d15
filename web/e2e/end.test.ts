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
      // On a phone they are one row, and each says in words what it does.
      const acts = player.page.locator('main .acts').locator('button, a');
      const told = await acts.evaluateAll((all) =>
        all.map((one) => [(one as HTMLElement).innerText.trim(), one.getBoundingClientRect().top]),
      );
      assert.ok(told.every(([words]) => words));
      if (screen === 'phone') assert.equal(new Set(told.map(([, top]) => top)).size, 1);
      assert.deepEqual(player.bad, []);
      await player.leave();
    }
  }
});

interface Seen {
  stage: 'board' | 'finale' | 'result';
  v: number;
  y: number;
}

test('the board does not jump at the last move, and the numbers roll up before the result', async () => {
  const info = (await games(here.server.url)).find(({ variants }) => variants.length > 2);
  assert.ok(info);
  const { driver } = (await import(`./games/${info.game}/drive.ts`)) as { driver: Driver };
  const [player] = await table(here, { game: info.game, seats: 2 }, ['desk'], 'greedy');
  assert.ok(player);
  const { page } = player;
  await player.turn();
  await player.elsewhere(here.server.url, ({ view }) => {
    const { cells, side } = view as { cells: object; side: number };
    return Object.keys(cells).length > 3 * side * (side - 1) + 1 - 26;
  });
  // From here on with motion, as people see it.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.evaluate(() => {
    const seen: Seen[] = [];
    Object.assign(globalThis, { seen });
    const note = (): void => {
      const board = document.querySelector('.play svg.sheet')?.getBoundingClientRect();
      const finale = document.querySelector('[data-finale]') ? 'finale' : 'board';
      const stage = document.querySelector('main .end') ? 'result' : finale;
      const v = Number(document.getElementById('main')?.dataset.v);
      seen.push({ stage, v, y: Math.round(board?.y ?? -1) });
    };
    const options = { childList: true, subtree: true, attributes: true };
    new MutationObserver(note).observe(document.body, options);
  });
  await playAll([{ player, act: driver.mouse }]);
  await player.over();
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen[] }).seen);
  const last = Math.max(...seen.map(({ v }) => v));
  const before = seen.findLast(({ v, stage }) => v < last && stage === 'board');
  const after = seen.filter(({ v, stage }) => v === last && stage !== 'result');
  assert.ok(before && after.some(({ stage }) => stage === 'finale'));
  assert.deepEqual([...new Set(after.map(({ y }) => y))], [before.y]);
  await page.getByRole('slider').waitFor();
  assert.equal((await accessible(page)).join('\n'), '');
  await player.leave();
});
