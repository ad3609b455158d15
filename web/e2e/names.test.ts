/** The names of bots are as long as each language makes them: on a laptop none is cut off. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutOff } from './checks.ts';
import { Player } from './player.ts';
import { fixtures } from './fixtures.ts';
import { create, games } from './api.ts';

const here = fixtures();
const LOCALES = ['en-GB', 'de-DE', 'nl-NL'];

test('every game with as many bots as it takes', async () => {
  const { url } = here.server;
  const found: string[] = [];
  const people = await Promise.all(
    LOCALES.map((locale) => Player.come(here.browser, 'desk', 'light', { locale })),
  );
  for (const info of await games(url))
    for (const { variant, seats } of info.variants) {
      const most = Math.min(4, seats.at(-1) ?? 1);
      const agreed = { game: info.game, variant, seats: most };
      const bots = Array.from({ length: most - 1 }, (_, n) => info.levels[n === 0 ? 0 : 3]?.bot);
      const sit = { name: 'Ada', avatar: 'fox' };
      const names = bots.map((bot) => bot ?? 'random');
      const seat = await create(url, { agreed, sit, bots: names, start: true });
      for (const [n, player] of people.entries()) {
        await player.join(url, seat, agreed);
        await player.page.locator('main h1').first().waitFor({ state: 'attached' });
        await player.page.evaluate(() => document.fonts.ready);
        const list = await cutOff(player.page);
        found.push(...list.map((one) => `${info.game} ${variant} ${LOCALES[n]}: ${one}`));
      }
    }
  for (const player of people) await player.leave();
  assert.equal(found.join('\n'), '');
});
