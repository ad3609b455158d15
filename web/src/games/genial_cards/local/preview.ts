/** What each card would score, and which areas are closed, before it is played (preview.py). */
import type { Move, Seat } from '../../../local/game';
import type { KernelView } from '../../../local/kernelGame';
import { AREA_ENDS, byColour, chipsOf, COLOURS, TOP } from './cards';
import { points, steps } from './events';
import type { GenialCards } from './game';
import { parts, PLAY, text } from './notation';

type Shown = Record<string, unknown>;

export function preview(game: GenialCards, view: KernelView, legal: readonly Move[]): Shown | null {
  const plays = legal.filter((move) => move >= PLAY);
  if (!plays.length) return null;
  const chips = chipsOf(game.table, view.data, view.seat);
  const locks = [...COLOURS].map((colour, n) => [colour, lock(game, chips, n)] as const);
  return {
    moves: Object.fromEntries(
      plays.map((move) => [text(game.cards, move), brings(game, view, move)]),
    ),
    locked: Object.fromEntries(locks.filter(([, found]) => found)),
  };
}

/** What one play would score; `points`, `steps` and `lost` in the order of scoring. */
function brings(game: GenialCards, view: KernelView, move: Move): Shown {
  const { table } = game;
  const { seat } = view;
  const { order } = parts(game.cards, move);
  const after = table.after('decide', view, move);
  const [due, made] = [points(game, view, order), steps(game, view, after, seat, order)];
  const [from, to] = [view, after].map(({ data }) => chipsOf(table, data, seat));
  const phase = game.phase(after);
  return {
    order,
    lines: lines(game, view, order),
    points: due,
    steps: made,
    lost: lost(game, from ?? [], order, due, made),
    chips: byColour(to ?? []),
    bonus: (to ?? []).filter((at, n) => at === TOP && (from?.[n] ?? 0) < TOP).length, // E7
    renew: phase === 'offer',
    ends: phase === 'over' || phase === 'between',
  };
}

/** Every face-up symbol that matches the card: its owner, card and half. */
function lines({ cards, table }: GenialCards, view: KernelView, order: string): Shown[] {
  const seats = Array.from({ length: view.setup.seats }, (_, seat) => seat);
  return [...order].flatMap((colour) =>
    seats.flatMap((seat) =>
      cards
        .open(table, view, seat)
        .flatMap((card, open) =>
          [...card].flatMap((shown, half) =>
            shown === colour ? [{ colour, seat, open, half }] : [],
          ),
        ),
    ),
  );
}

/** For each symbol how many steps are lost and why: a closed area, or the row's end. */
function lost(
  game: GenialCards,
  chips: readonly number[],
  order: string,
  due: readonly number[],
  made: readonly number[],
): (Shown | null)[] {
  const now = [...chips];
  return [...order].map((colour, k) => {
    const n = COLOURS.indexOf(colour);
    const closed = lock(game, now, n);
    const missing = (due[k] ?? 0) - (made[k] ?? 0);
    now[n] = (now[n] ?? 0) + (made[k] ?? 0); // E5: the second is scored after the first has moved
    if (missing <= 0) return null;
    return {
      steps: missing,
      ...(closed ? { why: 'area', ...closed } : { why: 'end', rule: 'E1' }),
    };
  });
}

/** The last field open to a chip, given the lowest of the other five (E5). */
const limit = ({ table }: GenialCards, chips: readonly number[], n: number): number =>
  Number(table.kernels.call('limit', Math.min(...chips.filter((_, m) => m !== n))));

/** The last field open to a chip, and which chips must get where to open more (E5). */
function lock(game: GenialCards, chips: readonly number[], n: number): Shown | null {
  const last = limit(game, chips, n);
  if (last === TOP) return null;
  // Where the area before the closed one begins.
  const need = (AREA_ENDS[AREA_ENDS.indexOf(last) - 1] ?? 0) + 1;
  const because = [...COLOURS].filter((_, m) => m !== n && (chips[m] ?? 0) < need);
  return { rule: 'E5', limit: last, need, because };
}

/** For each chip of a seat the last field that is open to it now (E5). */
export function limits(game: GenialCards, view: KernelView, seat: Seat): Record<string, number> {
  const chips = chipsOf(game.table, view.data, seat);
  return byColour(chips.map((_, n) => limit(game, chips, n)));
}
