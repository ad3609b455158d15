/** Reasons and slips as a game's module lists them: rows of numbers, the first of which is a code. */
import type { LocalGame, Move, Slip, Why } from './game';
import type { KernelTable, KernelView } from './kernelGame';

const ROW = 6;
const SPARE = 4; // more rows than there are codes
/** More would not be read. */
const MOST = 3;

/** Why a move is good, in few reasons; the strongest come first. */
export const mainReasons = (
  game: LocalGame,
  view: unknown,
  legal: readonly Move[],
  move: Move,
): Why[] => (game.reasons?.(view, legal, move) ?? []).slice(0, MOST);

/** Call the module, and let the game name the numbers of each reason, in the order of the codes. */
export function listReasons(
  table: KernelTable,
  view: KernelView,
  moves: readonly Move[],
  move: Move,
  named: (row: number[]) => Record<string, Record<string, unknown>>,
  more: Record<string, bigint> = {},
): Why[] {
  const codes = table.kernels.manifest.constants.reasons as string[];
  const out = table.room('reasons', 'i8', (codes.length + SPARE) * ROW);
  const given = {
    moves: table.given('moves', 'i4', moves),
    states: table.states(view),
    table: table.table(view.setup).at,
    seat: view.seat,
    move,
    n: moves.length,
    out,
    ...more,
  };
  const count = Number(table.kernels.run('list_reasons', given));
  const found = table.written(out, 'i8', count * ROW);
  return Array.from({ length: count }, (_, n) => found.slice(n * ROW, (n + 1) * ROW))
    .sort(([one = 0], [other = 0]) => one - other)
    .map(([code = 0, ...row]) => {
      const why = codes[code] ?? '';
      return { why, ...named(row)[why] };
    });
}

/** Call the module, and let the game name the numbers of what a move overlooked, if it did. */
export function firstSlip(
  table: KernelTable,
  view: KernelView,
  [move, better]: [Move, Move],
  named: (row: number[]) => Record<string, Record<string, unknown>>,
  unseen: bigint,
): Slip | null {
  const codes = table.kernels.manifest.constants.slips as [slip: string, taste: string][];
  const out = table.room('reasons', 'i8', ROW);
  const { at } = table.table(view.setup);
  const asked = { states: table.states(view), table: at, seat: view.seat, move, better };
  if (!Number(table.kernels.run('list_slips', { ...asked, unseen, out }))) return null;
  const [code = 0, ...row] = table.written(out, 'i8', ROW);
  const [slip, taste] = codes[code] ?? ['', ''];
  return { slip, taste, ...named(row)[slip] };
}
