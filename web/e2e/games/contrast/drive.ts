/** Choices of the picture game, made on its page. */
import deck from '../../../src/games/contrast/pictures/pictures.json' with { type: 'json' };
import type { Act, Driver, Player } from '../../player.ts';

const NAMES = deck as Record<string, string[]>;

/** Go on from the round that was revealed, unless it has gone on by itself, to the new picture. */
async function goOn({ page, now }: Player): Promise<void> {
  const name = NAMES[String(now?.view.picture)]?.[1] ?? '';
  const picture = page.locator(`.card img[alt="${name}"]`);
  const next = page.locator('.next .btn.pri');
  for (;;) {
    await picture.or(next).first().waitFor();
    if (await picture.isVisible()) return;
    // It may be gone while it is being pressed: then the picture comes.
    await next.press('Enter', { timeout: 500 }).catch(() => undefined);
  }
}

const byPointer: Act = async (player, move) => {
  await goOn(player);
  await player.press(player.page.locator(`button[data-symbol="${move}"]`));
  // The first tap is never final: nobody is left to wait for, so the symbol is only marked.
  const lock = player.page.locator('[data-lock]');
  if (await lock.isVisible()) await player.press(lock);
};

const byKeys: Act = async (player, move) => {
  const { page } = player;
  await goOn(player);
  const hand = (player.now?.view.hand ?? []) as string[];
  await page.locator('button[data-symbol][tabindex="0"]').focus();
  const key = String(hand.indexOf(move) + 1);
  await page.keyboard.press(key);
  if (await page.locator('[data-lock]').isVisible()) await page.keyboard.press(key);
};

/** The picture alone says what there is to see. */
const show = (): Promise<void> => Promise.resolve();

/** The picture with one's hand, and what everybody has chosen. */
const pictures: Driver['pictures'] = async (player, shoot) => {
  const { page, now } = player;
  await page.locator('button[data-symbol]').first().waitFor();
  await shoot('pick');
  await byPointer(player, now?.legal?.[0] ?? '');
  await page.locator('.next .btn.pri').waitFor();
  await shoot('reveal');
};

export const driver: Driver = {
  mouse: byPointer,
  touch: byPointer,
  keys: byKeys,
  show,
  seats: 4,
  pictures,
};
