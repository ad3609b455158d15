/** Moves of the card game, made on its page. */
import type { Act, Driver, Player } from '../../player.ts';

const ANSWERS = ['renew', 'draw'];
/** Colours by their letters, as screen readers hear them. */
export const NAMES: Record<string, string> = {
  r: 'red',
  g: 'green',
  b: 'blue',
  o: 'orange',
  y: 'yellow',
  p: 'purple',
};

const byPointer: Act = async (player, move) => {
  const { page } = player;
  if (ANSWERS.includes(move)) {
    const buttons = page.locator('.actions button');
    return player.press(buttons.nth(ANSWERS.indexOf(move)));
  }
  const [card = '', order] = move.split(' ');
  const hand = (player.now?.view.hand ?? []) as string[];
  const button = page.locator('.hand button').nth(hand.indexOf(card));
  if ((await button.getAttribute('aria-pressed')) !== 'true') await player.press(button);
  const main = page.locator('.actions button.main');
  // The better order of scoring is chosen already.
  const change = page.locator('.actions button.change');
  const first = NAMES[order?.[0] ?? ''];
  if (first && !(await main.textContent())?.includes(`${first} first`)) await player.press(change);
  await player.press(main);
};

const byKeys: Act = async (player, move) => {
  const { page } = player;
  if (ANSWERS.includes(move)) {
    await page.locator('.actions button').nth(ANSWERS.indexOf(move)).focus();
    return page.keyboard.press('Enter');
  }
  const [card = ''] = move.split(' ');
  const hand = (player.now?.view.hand ?? []) as string[];
  await page.locator('.hand button[tabindex="0"]').focus();
  // A digit picks the card; a second Enter on it plays it.
  await page.keyboard.press(String(hand.indexOf(card) + 1));
  const picked = page.locator('.hand button[aria-pressed="true"]');
  await picked.waitFor();
  await picked.focus();
  await page.keyboard.press('Enter');
};

/** A card lifted out of the hand. */
async function show(player: Player): Promise<void> {
  const card = player.page.locator('.hand button').nth(2);
  if (await card.isVisible()) await player.press(card);
}

/** The table as it is, and with a move that is about to be made. */
const pictures: Driver['pictures'] = async (player, shoot) => {
  await shoot('turn');
  await show(player);
  await shoot('preview');
};

export const driver: Driver = {
  mouse: byPointer,
  touch: byPointer,
  keys: byKeys,
  show,
  seats: 3,
  pictures,
};
