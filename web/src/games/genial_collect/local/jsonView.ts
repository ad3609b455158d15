/** A view as JSON, as the server sends it (json_view.py). */
import type { KernelView } from '../../../local/kernelGame';
import type { GenialCollect } from './game';
import { byColour, COLOURS, letters } from './notation';
import { goalOf, missing, scores } from './outcome';
import { nextTile, stopping } from './preview';

export function show(game: GenialCollect, view: KernelView): Record<string, unknown> {
  const { s } = game.table;
  const { setup, data, seat } = view;
  const phase = game.phase(view);
  const deciding = phase === 'decide';
  const order = s.numbers(data, 'shown');
  return {
    game: game.name,
    variant: setup.variant,
    seats: setup.seats,
    start: setup.start,
    seat: seat >= 0 ? seat : null,
    ply: game.ply(view),
    turn: phase === 'over' ? null : s.number(data, 'turn'),
    phase,
    middle: letters(s.numbers(data, 'middle')),
    shown: Array.from(
      { length: s.number(data, 'up') },
      (_, nth) => COLOURS[order.indexOf(nth + 1)],
    ),
    owned: scores(game, view),
    missing: missing(game, view),
    goal: goalOf(game, setup),
    pile: s.number(data, 'pile_size'),
    left: byColour(s.numbers(data, 'pile')),
    odds: deciding ? nextTile(game, view) : null,
    stop: deciding && game.mayStop(view) ? stopping(game, view) : null,
  };
}
