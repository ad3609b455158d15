/** The opponents: the ladder, who they are wherever they are named, and who comes next. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Create } from '../src/wire/messages.ts';
import { create, games, playOut, type Seat } from './api.ts';
import { person, type Screen, type Theme } from './browser.ts';
import { accessible, complaints, cutOff, overflowing, watchShifts, worded } from './checks.ts';
import { fixtures } from './fixtures.ts';
import { bringIn, kindsOf, someGames } from './keptGames.ts';
import { Player } from './player.ts';

const here = fixtures();
const QUIET = { serviceWorkers: 'block', reducedMotion: 'reduce' } as const;

for (const screen of ['desk', 'phone'] satisfies Screen[])
  for (const theme of ['light', 'dark'] satisfies Theme[])
    test(`the ladder of somebody new begins at the first rung (${screen}, ${theme})`, async () => {
      const { context, page } = await person(here.browser, screen, theme, QUIET);
      const bad = complaints(page);
      const shifts = await watchShifts(page);
      await page.goto(`${here.server.url}/bots`);
      const rungs = page.locator('ol[reversed] > li');
      await rungs.first().waitFor();
      const names = await rungs.evaluateAll((all) => all.map((one) => one.ariaLabel));
      assert.equal(names.length, 8);
      assert.equal(names[0], 'Ember, level 8 of 8, no win yet');
      assert.equal(names[7], 'Pip, level 1 of 8, no win yet');
      assert.equal(
        await page.locator('li[aria-current=step]').innerText(),
        await rungs.last().innerText(),
      );
      // Nobody is locked.
      assert.equal(await rungs.locator('button:disabled').count(), 0);
      await page.getByText('Start with Pip, the gentlest.').waitFor();
      const found = [await accessible(page), await overflowing(page), await worded(page)].flat();
      assert.equal(found.join('\n'), '');
      assert.ok((await shifts()) < 0.01, `shifts by ${await shifts()}`);
      assert.deepEqual(bad, []);
      await context.close();
    });

test('the ladder of a small phone begins at its top, with the one to play', async () => {
  const small = { viewport: { width: 390, height: 664 } };
  const { context, page } = await person(here.browser, 'phone', 'light', { ...QUIET, ...small });
  await page.goto(`${here.server.url}/bots`);
  const play = page.getByRole('button', { name: 'Play Pip' });
  await play.waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0, 'it is not scrolled');
  const free = await play.evaluate(async (one) => {
    await new Promise(requestAnimationFrame);
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  assert.ok(free, 'the gentlest can be played without scrolling');
  await context.close();
});

test('two wins climb, and the suggestion is said openly', async () => {
  const { context, page } = await person(here.browser, 'desk', 'light', QUIET);
  const { url } = here.server;
  const all = someGames(await games(url)).filter(({ players }) => players[1]?.bot);
  await bringIn(page, url, all.slice(0, 2));
  await page.goto(`${url}/bots`);
  await page.getByText('Two wins in a row: Momo next time?').waitFor();
  await page.getByText('You beat Pip: Momo is next.').waitFor();
  const rung = page.locator('li[aria-current=step]');
  assert.match((await rung.getAttribute('aria-label')) ?? '', /^Momo, level 2 of 8, no win yet/);
  await page.getByRole('button', { name: 'Again: Pip' }).waitFor();
  // So does the chooser of a new table, where the suggested one is chosen already.
  await page.goto(url);
  await page.locator('.gc').first().waitFor();
  const titles = new Set<string>();
  for (const card of await page.locator('.gc').all()) {
    await card.click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const chosen = dialog.locator('input[type=radio][value^=level]:checked');
    if (await chosen.count()) titles.add(await chosen.inputValue());
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
  assert.deepEqual([...titles].sort(), ['level1', 'level2']);
  await context.close();
});

test('large text fits on the ladder of a phone', async () => {
  const { context, page } = await person(here.browser, 'phone', 'light', QUIET);
  await page.addInitScript(() =>
    localStorage.setItem('hexade.settings', JSON.stringify({ text: 200 })),
  );
  await page.goto(`${here.server.url}/bots`);
  await page.locator('ol[reversed] > li').first().waitFor();
  assert.equal([...(await overflowing(page)), ...(await cutOff(page))].join('\n'), '');
  await context.close();
});

/** A game against a bot that is over; the page has not seen it. */
async function against(bot: string): Promise<{ seat: Seat; agreed: Create['agreed'] }> {
  const { url } = here.server;
  const { duel } = kindsOf(await games(url));
  const agreed = {
    game: duel.info.game,
    variant: duel.variant.variant,
    seats: 2,
    take_back: false,
  };
  const me = { name: 'Nina', avatar: 'fox' };
  const seat = await create(url, { agreed, sit: me, bots: [bot], start: true });
  await playOut(url, seat);
  return { seat, agreed };
}

for (const screen of ['desk', 'phone'] satisfies Screen[])
  test(`after a game: easier, again or harder, and one rematch only (${screen})`, async () => {
    const { url } = here.server;
    const over = await against('level2');
    const player = await Player.come(here.browser, screen);
    const { page } = player;
    await player.join(url, over.seat, over.agreed);
    const next = page.getByRole('region', { name: 'One more?' });
    await next.getByRole('button', { name: /^Easier Pip/ }).waitFor();
    // A phone offers everybody once: the suggested one is its big button.
    if (screen === 'desk') await next.getByRole('button', { name: /^Again Momo/ }).waitFor();
    else await page.getByRole('button', { name: 'Play Momo', exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: /Momo/ }).count(), 1);
    assert.equal(await page.getByRole('button', { name: /Rematch|Play again/ }).count(), 0);
    await page.getByRole('slider').first().waitFor();
    assert.equal([...(await accessible(page)), ...(await overflowing(page))].join('\n'), '');
    // The game is kept, and the opponent has a name wherever it is listed.
    await player.press(next.getByRole('button', { name: /^Harder Kiki/ }));
    await page.waitForURL((address) => !address.href.includes(over.seat.code));
    await page.getByText('Kiki', { exact: true }).first().waitFor();
    await page.goto(`${url}/stats`);
    await page.getByText('Momo', { exact: true }).filter({ visible: true }).first().waitFor();
    assert.deepEqual(player.bad, []);
    await player.leave();
  });

test('on a low laptop who comes next is in view at once', async () => {
  const over = await against('level2');
  const low = { viewport: { width: 1280, height: 720 } };
  const player = await Player.come(here.browser, 'desk', 'light', low);
  await player.join(here.server.url, over.seat, over.agreed);
  await player.over();
  for (const name of [/^Easier Pip/, /^Again Momo/, /^Harder Kiki/]) {
    const way = player.page.getByRole('button', { name });
    await way.waitFor();
    const free = await way.evaluate((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(x + width / 2, y + height - 4));
    });
    assert.ok(free, String(name));
  }
  assert.deepEqual(player.bad, []);
  await player.leave();
});

test('again is the next game at the same table', async () => {
  const { url } = here.server;
  const over = await against('level1');
  const player = await Player.come(here.browser);
  await player.join(url, over.seat, over.agreed);
  await player.page.getByRole('button', { name: /^Again Pip/ }).click();
  await player.page.locator('main .end').waitFor({ state: 'hidden' });
  assert.ok(player.page.url().includes(over.seat.code));
  await player.leave();
});
