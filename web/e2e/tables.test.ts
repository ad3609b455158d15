/** Every game's table, waiting, in mid-game and at its end: axe, words, overflow, shifts; both themes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, overflowing, watchShifts, worded } from './checks.ts';
import { Player } from './player.ts';
import { fixtures } from './fixtures.ts';
import type { GameInfo, VariantInfo } from '../src/wire/messages.ts';
import { create, finished, games, playOut, type Seat } from './api.ts';

const here = fixtures();
// Half of them look at every variant in mid-game; the others at each game's first, to its end.
const WAYS = [
  { screen: 'desk', theme: 'light', lang: 'de', all: true },
  { screen: 'phone', theme: 'dark', lang: 'nl', all: true },
  { screen: 'desk', theme: 'dark', lang: 'nl', all: false },
  { screen: 'phone', theme: 'light', lang: 'de', all: false },
] as const;
const someone = { name: 'Ada', avatar: 'fox' };

/** The tables of a variant to look at, by what is going on there. */
async function tables(
  url: string,
  info: GameInfo,
  variant: VariantInfo,
  all: boolean,
): Promise<Record<string, Seat>> {
  const most = variant.seats.at(-1) ?? 1;
  const agreed = { game: info.game, variant: variant.variant, take_back: false, seats: most };
  const bots = Array.from({ length: most - 1 }, () => info.bots[0] ?? 'random');
  const middle = await create(url, { agreed, sit: someone, bots, start: true });
  await playOut(url, middle, (now) => now.v > 40 && Boolean(now.legal?.length));
  if (all) return { 'in mid-game': middle };
  const end = (await finished(url, info, variant)).seat;
  const waiting = await create(url, { agreed, sit: someone });
  return { 'in mid-game': middle, 'at its end': end, waiting };
}

async function problems(player: Player, when: string): Promise<string[]> {
  const { page } = player;
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  if (when === 'at its end') await page.getByRole('slider').waitFor();
  await page.evaluate(() => document.fonts.ready);
  return [
    ...(await accessible(page)),
    ...(await worded(page)),
    ...(await overflowing(page)),
    ...player.bad.splice(0),
  ];
}

for (const screen of ['desk', 'phone'] as const)
  test(`no layout shifts when the lesson is offered: ${screen}`, async () => {
    const found: string[] = [];
    const { url } = here.server;
    for (const info of await games(url)) {
      const [variant] = info.variants;
      const most = variant?.seats.at(-1) ?? 1;
      const agreed = { game: info.game, variant: variant?.variant, take_back: false, seats: most };
      const bots = Array.from({ length: most - 1 }, () => 'random');
      const seat = await create(url, { agreed, sit: someone, bots, start: true });
      const player = await Player.come(here.browser, screen, 'light', {}, true);
      const shifts = await watchShifts(player.page);
      await player.join(url, seat, agreed);
      const panel = player.page.locator('section.lesson');
      // Asked, and after a reload in the midst of it.
      for (const reload of [false, true]) {
        if (reload) await panel.locator('.btn.pri').click();
        if (reload) await player.page.reload();
        await panel.waitFor();
        await player.asked();
        const moved = await shifts();
        if (moved > 0.02) found.push(`${info.game}${reload ? ', again' : ''}: shifts by ${moved}`);
      }
      await player.leave();
    }
    assert.equal(found.join('\n'), '');
  });

for (const { screen, theme, lang, all } of WAYS)
  test(`tables are clean: ${screen}, ${theme}, ${lang}`, async () => {
    const found: string[] = [];
    const { url } = here.server;
    for (const info of await games(url)) {
      // A new page for each game shows what shifts; from table to table it takes half the time.
      const player = await Player.come(here.browser, screen, theme);
      const shifts = await watchShifts(player.page);
      await player.page.addInitScript((one) => {
        localStorage.setItem('hexade.settings', JSON.stringify({ language: one }));
      }, lang);
      for (const variant of all ? info.variants : info.variants.slice(0, 1))
        for (const [when, seat] of Object.entries(await tables(url, info, variant, all))) {
          await player.join(url, seat, { game: info.game, variant: variant.variant });
          const list = await problems(player, when);
          const moved = await shifts();
          if (moved > 0.02) list.push(`shifts by ${moved}`);
          found.push(...list.map((one) => `${info.game} ${variant.variant} ${when}: ${one}`));
        }
      await player.leave();
    }
    assert.equal(found.join('\n'), '');
  });
