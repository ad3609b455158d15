/** The result of a puzzle as a picture to share: its position and how it went, not the solution. */
import { t } from '../kit/i18n.svelte';
import { hex } from '../kit/shapes';
import type { Drawing, Shape } from '../share/drawing';
import { hexAt } from '../share/hexes';
import { DARK, fitted, fitting, logo } from '../share/layout';
import type { Try } from './progress.svelte';
import type { Puzzle } from './puzzles';
import { COLOUR_OF } from './signs';
import { sketched } from './sketch';

const PLATE = '#cfc3ad';
const FREE = '#f7f2e8';
const LEFT = 691;
const ROOM = 450;
const SIGN = 40;

/** The position on its plate, round 0,0. */
function board(rows: string): { width: number; height: number; shapes: Shape[] } {
  const { cells, width, height } = sketched(rows);
  const plate = cells.map(({ at: [x, y] }) => ({ d: hex(x, y, 13, 3), fill: PLATE }));
  const tiles = cells.flatMap(({ at, colour }): Shape[] =>
    colour ? hexAt(colour, at, 9.6) : [{ d: hex(at[0], at[1], 9, 2), fill: FREE }],
  );
  return { width: width + 8, height: height + 8, shapes: [...plate, ...tiles] };
}

const line = (
  text: string,
  [x, y]: readonly [number, number],
  [size, weight]: readonly [number, number],
  fill = DARK.text,
): Shape => ({
  text,
  x,
  y,
  size: fitting(text, ROOM, size),
  weight,
  family: weight >= 700 ? 'disp' : 'ui',
  fill,
});

/** Return the picture of a result, 1200 × 630: the same as the text that goes with it. */
export function resultPicture(
  { sketch, number }: Pick<Puzzle, 'sketch' | 'number'>,
  title: string,
  tries: readonly Try[],
  run: number,
): Drawing {
  const found = tries.findIndex(({ answer }) => answer === 'found') + 1;
  const result = found ? t('daily.foundIn', { n: found }) : t('daily.missedShort');
  const foot = `${t('daily.number', { n: number })} · ${t('daily.share.streak', { n: run })}`;
  const signs = tries.flatMap(({ answer }, n) =>
    hexAt(COLOUR_OF[answer], [LEFT + SIGN + n * 2.1 * SIGN, 388], SIGN),
  );
  return {
    width: 1200,
    height: 630,
    ground: DARK.ground,
    shapes: [
      ...fitted(board(sketch), [343, 315, 570, 510]),
      ...logo(LEFT + 21, 79, 42),
      line('Hexade', [LEFT + 59, 88], [29, 750]),
      line(t('daily.title'), [LEFT, 190], [24, 600], DARK.muted),
      line(title, [LEFT, 244], [54, 800]),
      line(result, [LEFT, 312], [40, 750]),
      ...signs,
      line(foot, [LEFT, 573], [22, 550], DARK.muted),
    ],
  };
}
