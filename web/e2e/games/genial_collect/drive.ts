/** Decisions of the collecting game, made on its page. */
import type { Act, Driver, Player } from '../../player.ts';

const button = ({ page }: Player, move: string): ReturnType<Player['page']['locator']> =>
  page.locator(move === 'stop' ? '.actions .stop' : '.actions .go');

const byPointer: Act = (player, move) => player.press(button(player, move));

const byKeys: Act = async (player, move) => {
  await button(player, move).waitFor();
  await player.page.keyboard.press(move === 'stop' ? 's' : 'Space');
};

/** The table itself shows what either decision may bring. */
const show = (): Promise<void> => Promise.resolve();

/** The beginning of a turn, and what the first tile has brought. */
const pictures: Driver['pictures'] = async (player, shoot) => {
  await player.asked();
  await shoot('turn');
  await player.make(byPointer, 'turn_up');
  await shoot('up');
};

export const driver: Driver = {
  mouse: byPointer,
  touch: byPointer,
  keys: byKeys,
  show,
  seats: 3,
  pictures,
};
