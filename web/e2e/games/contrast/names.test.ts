/** Long names on a phone: the result of a round, the end and its replay never break a word. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { broken, glued, overflowing } from '../../checks.ts';
import { Player } from '../../player.ts';
import { fixtures } from '../../fixtures.ts';
import { create, playOut, sit, type Seat } from '../../api.ts';
import { driver } from './drive.ts';

const here = fixtures();
const NAMES = ['Penguin 53', 'Wilhelmina', 'Maximiliane Schwarzenbg', 'Donaudampfschifffahrtsge'];
const agreed = { game: 'contrast', variant: 'base', seats: 5, take_back: false };
interface Way {
  locale: string;
  text: number;
  viewport?: { width: number; height: number };
}
const WAYS: Way[] = [
  { locale: 'en-GB', text: 100 },
  { locale: 'de-DE', text: 100 },
  { locale: 'nl-NL', text: 100 },
  { locale: 'de-DE', text: 200 },
  { locale: 'en-GB', text: 100, viewport: { width: 320, height: 568 } },
];

async function come({ locale, text, viewport }: Way): Promise<Player> {
  const more = viewport ? { locale, viewport } : { locale };
  const player = await Player.come(here.browser, 'phone', 'light', more);
  await player.page.addInitScript((size) => {
    localStorage.setItem('hexade.settings', JSON.stringify({ text: size }));
  }, text);
  return player;
}

test('names break between words only', async () => {
  const { url } = here.server;
  const [first = '', ...rest] = NAMES;
  const own = await create(url, { agreed, sit: { name: first }, bots: ['crowd'] });
  const others: Seat[] = [];
  for (const name of rest) others.push(await sit(url, own.code, name));
  const players = await Promise.all(WAYS.map(come));
  for (const player of players) await player.join(url, own, agreed);
  const found: string[] = [];
  const look = async (when: string): Promise<void> => {
    for (const [n, { page }] of players.entries()) {
      await page.evaluate(() => document.fonts.ready);
      const { locale, text, viewport }: Way = WAYS[n] ?? { locale: '', text: 0 };
      // Letters twice as large, or the narrowest phone, leave no room in a sentence for a word as
      // long as a name may be.
      const narrow = text > 100 || viewport !== undefined;
      const names = [...(narrow ? NAMES.slice(0, -1) : NAMES), 'Schwarmbot', 'Crowd'];
      const list = [broken(page, names), overflowing(page), glued(page)];
      const told = (await Promise.all(list)).flat();
      found.push(
        ...told.map((one) => `${when}, ${locale} ${text} % ${viewport?.width ?? ''}: ${one}`),
      );
    }
  };
  const shown = (what: string): Promise<unknown> =>
    Promise.all(players.map(({ page }) => page.locator(what).first().waitFor()));

  const [host] = players;
  assert.ok(host);
  await host.page.getByRole('button', { name: 'Start the game' }).click();
  await shown('button[data-symbol]');
  await shown('.banner'); // the others never came, and are missed
  await look('picking');
  const after = others.map((seat) => playOut(url, seat, ({ view }) => Number(view.ply) > 0));
  await host.make(driver.touch, (await host.turn())?.[0] ?? '');
  await Promise.all(after);
  await shown('.results');
  await look('the result of a round');
  await Promise.all([own, ...others].map((seat) => playOut(url, seat)));
  await shown('.end input[type=range]');
  await look('the end');
  for (const { page } of players) {
    await page.getByRole('slider').focus();
    await page.keyboard.press('ArrowLeft');
  }
  await look('the replay');
  assert.equal(found.join('\n'), '');
  for (const player of players) {
    assert.deepEqual(player.bad, []);
    await player.leave();
  }
});
