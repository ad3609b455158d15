/** Opens a table of the page itself against a bot of one's choice, as measurements need it. */
import type { Page } from 'playwright-core';

const levelOf = (bot: string): number => (bot === 'champion' ? 8 : Number(bot.slice(-1)) || 1);

/** Come home as somebody who has met a bot before, for whom it is suggested again; then play it. */
export async function playAgainst(
  page: Page,
  url: string,
  game: string,
  bot: string,
): Promise<void> {
  await page.addInitScript(
    ([agreed, level]) => {
      localStorage.setItem('hexade.last', JSON.stringify({ agreed, bot: '' }));
      const tallies = Array.from({ length: 8 }, () => ({ won: 0, lost: 0 }));
      const climbs = { [`${agreed.game} base`]: { tallies, last: { level, run: 0 } } };
      const played = { format: 1, count: 1, latest: [], climbs, solo: {}, met: [] };
      localStorage.setItem('hexade.played', JSON.stringify(played));
    },
    [{ game, variant: 'base', seats: 2, take_back: false }, levelOf(bot)] as const,
  );
  await page.goto(url, { waitUntil: 'commit' });
  await page
    .locator('.hero')
    .getByRole('button', { name: /^Play / })
    .click();
  await page.waitForURL(/\/t\/LOCAL-/);
}
