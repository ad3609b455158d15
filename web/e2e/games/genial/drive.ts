/** Moves of the board game, made on its page. */
import type { Act, Driver, Player } from '../../player.ts';

const ANSWERS = ['exchange', 'draw'];

/** The answer to an offered exchange is a button, whatever one's way of playing. */
async function answer(player: Player, move: string): Promise<void> {
  const offer = player.page.locator('.offer .answers button');
  const button = offer.nth(ANSWERS.indexOf(move));
  if (player.touches) await button.tap();
  else await button.click();
}

const byPointer: Act = async (player, move) => {
  if (ANSWERS.includes(move)) return answer(player, move);
  const [tile = '', cell = ''] = move.split(' ');
  const turned = [...tile].reverse().join('');
  const { page } = player;
  const slots = page.locator('.rack .slot:not(.gone)');
  const slot = slots.and(page.locator(`[data-tile="${tile}"], [data-tile="${turned}"]`)).first();
  if ((await slot.getAttribute('aria-pressed')) !== 'true') await player.press(slot);
  const spot = page.locator(`[data-cell="${cell}"]`);
  const place = page.getByRole('button', { name: /^Place(?!,)/ }).and(page.locator(':enabled'));
  await player.press(spot);
  // On small screens the first tap only comes nearer.
  if (player.touches && !(await place.isVisible())) await player.press(spot);
  await player.press(place);
};

const byKeys: Act = async (player, move) => {
  const { page } = player;
  if (ANSWERS.includes(move)) {
    await page.locator('.offer .answers button').nth(ANSWERS.indexOf(move)).focus();
    return page.keyboard.press('Enter');
  }
  const [tile = ''] = move.split(' ');
  const turned = [...tile].reverse().join('');
  const tiles = await page
    .locator('.rack .slot')
    .evaluateAll((slots) => slots.map((slot) => (slot as HTMLElement).dataset.tile ?? ''));
  const place = tiles.findIndex((one) => one === tile || one === turned);
  // The board has one tab stop: its cell with tabindex 0.
  await page.locator('[data-cell][tabindex="0"]').focus();
  await page.keyboard.press(String(place + 1));
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
};

/** The best spot for the first tile, as a ghost. */
async function show({ page }: Player): Promise<void> {
  await page.locator('[data-cell][tabindex="0"]').focus();
  for (const key of ['1', 'n']) await page.keyboard.press(key);
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
  seats: 2,
  pictures,
};
