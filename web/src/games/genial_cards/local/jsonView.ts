/** A view as JSON, as the server sends it (json_view.py). */
import type { KernelView } from '../../../local/kernelGame';
import { AREA_ENDS, chipsOf, COLOURS, GOAL, HAND } from './cards';
import type { GenialCards } from './game';
import { scores } from './outcome';
import { limits } from './preview';
import { handOf, handSizes } from './view';

export function show(game: GenialCards, view: KernelView): Record<string, unknown> {
  const { cards, table } = game;
  const { setup, data, seat } = view;
  const of = (name: string): number => table.s.number(data, name);
  const seats = Array.from({ length: setup.seats }, (_, n) => n);
  const phase = game.phase(view);
  return {
    game: game.name,
    variant: setup.variant,
    seats: setup.seats,
    start: of('start'),
    seat: seat >= 0 ? seat : null,
    ply: game.ply(view),
    turn: phase === 'over' ? null : of('turn'),
    phase,
    bonus: of('bonus'),
    rounds: setup.options.rounds,
    round: of('round'),
    points: table.s.numbers(data, 'points', 0, setup.seats),
    hand: cards.namesOf(handOf(table, view)),
    hands: handSizes(table, view),
    open: seats.map((n) => cards.open(table, view, n)),
    chips: scores(game, view),
    pile: of('pile_size'),
    discard: of('discard_size'),
    unseen: cards.namesOf(table.beside.word(view.beside, 'unseen')),
    areas: [[0, 0], ...AREA_ENDS.slice(1).map((end, n) => [(AREA_ENDS[n] ?? 0) + 1, end])],
    goal: GOAL,
    limits: seats.map((n) => limits(game, view, n)),
    offer: phase === 'offer' ? offer(game, view) : null,
  };
}

/** The offer of a new hand: the weakest colours, and how many cards are drawn (E6). */
function offer({ table }: GenialCards, view: KernelView): Record<string, unknown> {
  const turn = table.s.number(view.data, 'turn');
  const chips = chipsOf(table, view.data, turn);
  const colours = [...COLOURS].filter((_, n) => chips[n] === Math.min(...chips));
  return { colours, keep: HAND - (handSizes(table, view)[turn] ?? 0), swap: HAND };
}
