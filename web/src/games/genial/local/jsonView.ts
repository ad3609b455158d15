/** A view as JSON, as the server sends it (json_view.py). */
import { count } from '../../../local/bits';
import type { Setup } from '../../../local/game';
import type { KernelView } from '../../../local/kernelGame';
import { cellName, COLOURS, FREE, STEPS } from './board';
import type { Genial } from './game';
import { coloursOn } from './notation';
import { scores } from './outcome';
import { rackOf, rackSizes, unseen } from './view';

export function show(game: Genial, view: KernelView): Record<string, unknown> {
  const { board, table } = game;
  const { setup, data, seat } = view;
  const { s } = table;
  const phase = game.phase(view);
  const opened = s.number(data, 'opened');
  const cells = s.numbers(data, 'cells');
  const marks = s.numbers(data, 'marks');
  return {
    game: game.name,
    variant: setup.variant,
    edition: setup.edition,
    seats: setup.seats,
    start: setup.start,
    seat: seat >= 0 ? seat : null,
    ply: game.ply(view),
    turn: phase === 'over' ? null : s.number(data, 'turn'),
    phase,
    bonus: s.number(data, 'bonus'),
    first: Array.from({ length: setup.seats }, (_, n) => !((opened >> n) & 1)),
    cells: coloursOn(board, cells),
    rack: board.tileNames(rackOf(table, view)),
    racks: rackSizes(table, view),
    bag: s.number(data, 'bag_size'),
    unseen: board.tileNames(unseen(table, view)),
    aside: board.tileNames(s.word(data, 'aside')),
    scores: scores(game, view),
    marks: Object.fromEntries(
      [...COLOURS].map((colour, n) => [colour, marks[n] ?? -1]).filter(([, held]) => held !== -1),
    ),
    ...fixed(game, setup),
    dead: dead(cells),
    offer: phase === 'offer' ? offer(game, view) : null,
  };
}

/** What never changes in a game: the area, and how its tracks run. */
function fixed({ board, table }: Genial, setup: Setup): Record<string, unknown> {
  const { data } = table.table(setup);
  const of = (name: string): number => table.v.number(data, name);
  return {
    side: of('side'),
    printed: [...board.printed],
    track: {
      stop: of('stop'),
      end: of('end'),
      row: table.v.numbers(data, 'track', 0, setup.seats),
      sign: table.v.numbers(data, 'sign', 0, setup.seats),
      shared: Boolean(of('tug')),
      bonus: Boolean(of('bonus')),
    },
  };
}

/** The free cells on which no tile can lie any more: they have no free neighbour. */
function dead(cells: readonly number[]): string[] {
  const isFree = (cell: number): boolean => cells[cell] === FREE;
  return [...cells.keys()]
    .filter((cell) => isFree(cell) && !STEPS.some((step) => isFree(cell + step)))
    .map(cellName);
}

/** The exchange that is offered to the viewer: why, and which tiles (A12, D3). */
function offer({ board, table }: Genial, view: KernelView): Record<string, unknown> {
  const shows = BigInt(table.ask('offer_shows', view, view.seat));
  const rack = table.v.number(table.table(view.setup).data, 'rack');
  const keep = rack - (rackSizes(table, view)[view.seat] ?? 0);
  const tiles = board.tileNames(BigInt(table.ask('exchangeable', view, view.seat)));
  // A double shows a colour if that colour is asked for.
  const colours = [...COLOURS].filter((colour) => count(shows, board.layOf(colour + colour)));
  return { colours, keep, tiles, swap: keep + tiles.length };
}
