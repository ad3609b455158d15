/** Every game's table, waiting, in mid-game and at its end: axe, words, overflow, shifts; both themes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, overflowing, watchShifts, worded } from './checks.ts';
import { Player } from './player.ts';
import { stage } from './stage.ts';
import { create, finished, games, playOut } from './talk.ts';

const here = stage();
const WAYS = [
  { screen: 'desk', theme: 'light', lang: 'de' },
  { screen: 'desk', theme: 'dark', lang: 'en' },
  { screen: 'phone', theme: 'light', lang: 'nl' },
  { screen: 'phone', theme: 'dark', lang: 'en' },
] as const;
const someone = { name: 'Ada', avatar: 'fox' };

for (const { screen, theme, lang } of WAYS)
  test(`all tables are clean: ${screen}, ${theme}, ${lang}`, async () => {
    const found: string[] = [];
    const { url } = here.server;
    for (const info of await games(url))
      for (const variant of info.variants) {
        const agreed = { game: info.game, variant: variant.variant, take_back: false };
        const most = variant.seats.at(-1) ?? 1;
        const bots = Array.from({ length: most - 1 }, () => info.bots[0] ?? 'random');
        const wish = { agreed: { ...agreed, seats: most }, sit: someone };
        const middle = await create(url, { ...wish, bots, start: true });
        await playOut(url, middle, (now) => now.v > 40 && Boolean(now.legal?.length));
        const looks = {
          'in mid-game': middle,
          'at its end': (await finished(url, info, variant)).seat,
          ...(most > 1 ? { waiting: await create(url, wish) } : {}),
        };
        for (const [when, seat] of Object.entries(looks)) {
          const player = await Player.come(here.browser, screen, theme);
          const shifts = await watchShifts(player.page);
          await player.page.addInitScript((one) => {
            localStorage.setItem('hexade.settings', JSON.stringify({ language: one }));
          }, lang);
          await player.join(url, seat, agreed);
          await player.page.locator('main h1').first().waitFor({ state: 'attached' });
          if (when === 'at its end') await player.page.getByRole('slider').waitFor();
          await player.page.evaluate(() => document.fonts.ready);
          const moved = await shifts();
          const all = [
            ...(await accessible(player.page)),
            ...(await worded(player.page)),
            ...(await overflowing(player.page)),
            ...player.bad,
            ...(moved > 0.02 ? [`shifts by ${moved}`] : []),
          ];
          found.push(...all.map((one) => `${info.game} ${variant.variant} ${when}: ${one}`));
          await player.leave();
        }
      }
    assert.equal(found.join('\n'), '');
  });
