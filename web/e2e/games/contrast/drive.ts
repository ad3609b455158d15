/** Choices of the picture game, made on its page. */
import type { Act, Driver, Player } from '../../player.ts';

/** Choose; the last round may still be shown, or come to be shown, until somebody goes on. */
async function choose(player: Player, move: string, how: () => Promise<void>): Promise<void> {
  const next = player.page.locator('.next .btn.pri');
  const half = player.page.locator(`button[data-symbol="${move}"]`);
  for (;;) {
    await next.or(half).first().waitFor();
    if (!(await next.isVisible())) break;
    await next.press('Enter').catch(() => undefined);
  }
  await how();
}

const byPointer: Act = (player, move) =>
  choose(player, move, () =>
    player.press(player.page.locator(`button[data-symbol="${move}"]`), { timeout: 1500 }),
  );

const byKeys: Act = (player, move) =>
  choose(player, move, async () => {
    const { page } = player;
    const hand = (player.now?.view.hand ?? []) as string[];
    await page.locator('button[data-symbol][tabindex="0"]').focus({ timeout: 1500 });
    await page.keyboard.press(String(hand.indexOf(move) + 1));
  });

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
