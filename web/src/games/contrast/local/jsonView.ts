/** A view as JSON, as the server sends it (json_view.py). */
import type { Seat } from '../../../local/game';
import { charOf, namesOf, pairOf, SYMBOLS } from './deck';
import type { ContrastView } from './game';
import type { ContrastTable } from './state';

export function show(
  table: ContrastTable,
  view: ContrastView,
  chosen: readonly Seat[],
): Record<string, unknown> {
  const { setup, seat } = view;
  const of = (name: string): number => table.v.number(table.table(setup).data, name);
  const seats = Array.from({ length: setup.seats }, (_, n) => n);
  const phase = table.phase(view);
  const picture = table.picture(view);
  const ply = Number(table.kernels.call('decision', table.states(view)));
  const [won, goal] = [table.won(view), of('goal') || null];
  return {
    game: 'contrast',
    variant: setup.variant,
    seats: setup.seats,
    seat: seat >= 0 ? seat : null,
    ply,
    phase,
    picture,
    names: picture === null ? null : namesOf(picture),
    char: picture === null ? null : charOf(picture),
    hand: seat >= 0 ? table.symbols(view, seat).map((symbol) => SYMBOLS[symbol]) : [],
    rows: table.rows(view).map((row) => row.map(pairOf)),
    won,
    stack: table.stack(view),
    chosen: seats.map((n) => chosen.includes(n)),
    round: phase === 'over' ? ply : ply + 1,
    left: [table.number('fewest_rounds', view), table.stack(view)],
    goal, // F10
    reached: goal !== null && (won[0] ?? 0) >= goal,
    back: Array.from({ length: of('row') }, (_, n) => n + 1), // rounds until a card is back in hand
    common: common(table, view),
  };
}

/** The symbols that everybody could choose now. */
function common(table: ContrastTable, view: ContrastView): (string | undefined)[] {
  const hands = Array.from({ length: view.setup.seats }, (_, n) => table.symbols(view, n));
  const all = (hands[0] ?? []).filter((symbol) => hands.every((hand) => hand.includes(symbol)));
  return all.map((symbol) => SYMBOLS[symbol]);
}
