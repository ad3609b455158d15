/** Why a move is refused, in one sentence with its rule (refuse.py); rules.py says what is legal. */
import { count } from '../../../local/bits';
import { CHANCE } from '../../../local/game';
import type { Move, Reason, Seat } from '../../../local/game';
import { DEAL_TO, dealtTo } from '../../../local/kernelGame';
import type { KernelState } from '../../../local/kernelGame';
import { reason } from '../../../local/reading';
import { FREE, WALL } from './board';
import type { Genial } from './game';
import { EXCHANGE, parts, PLACE } from './notation';

const KINDS = 21;
const NO_EXCHANGE = 0;
const NINES = 2;

/** Why a seat, or chance, may not make a move now; null if it may. */
export function whyNot(game: Genial, state: KernelState, seat: Seat, move: Move): Reason | null {
  if (seat === CHANCE) return whyNotDrawn(game, state, move);
  const phase = game.phase(state);
  if (phase === 'over') return reason('over', 'A13', 'the game is over');
  const turn = game.table.s.number(state.data, 'turn');
  if (phase === 'draw' && seat === turn && move === EXCHANGE) return whyNoExchange(game, state);
  const drawing = phase === 'deal' || phase === 'draw';
  // Only its seat knows of an exchange (A12).
  if (drawing || (phase === 'offer' && seat !== turn))
    return reason('drawing', 'A12', 'tiles are still being drawn');
  if (seat !== turn)
    return reason('not-your-turn', 'A5', `it is the turn of seat ${turn}, not of ${seat}`);
  if (move < 0 || move >= PLACE + 36 * game.board.edges.length)
    return reason('no-move', 'A6', `there is no move number ${move}`);
  if (game.table.number('is_legal', state, move)) return null;
  return move < PLACE ? whyNotExchanged(game, state) : whyNotPlaced(game, state, move);
}

function whyNotDrawn(game: Genial, state: KernelState, move: Move): Reason | null {
  const { s } = game.table;
  const { data, setup } = state;
  if (!['deal', 'draw'].includes(game.phase(state)))
    return reason('no-draw', 'A12', 'there is nothing to draw now');
  if (move < 0 || move >= DEAL_TO * (setup.seats + 1) || move % DEAL_TO >= KINDS)
    return reason('no-tile', 'A3', `there is no tile number ${move}`);
  const to = dealtTo(game.table, state, move);
  const begun = s.word(data, 'drawn') || s.word(data, 'racks', to);
  if (to !== s.number(data, 'drawer') && begun)
    return reason('no-draw', 'A12', `seat ${to} has nothing to draw now`);
  const kind = move % DEAL_TO;
  if (!count(s.word(data, 'bag'), kind))
    return reason('not-in-bag', 'A3', `the bag holds no tile ${game.board.tileName(kind)}`);
  return null;
}

const exchangeOf = ({ table }: Genial, { setup }: KernelState): number =>
  table.v.number(table.table(setup).data, 'exchange');

function whyNotExchanged(game: Genial, state: KernelState): Reason {
  if (game.table.s.number(state.data, 'bonus'))
    return reason('must-place', 'A11', 'a bonus turn must be played before drawing');
  if (exchangeOf(game, state) === NO_EXCHANGE)
    return reason('must-place', 'B1', 'there is no exchange in solo: place your tile');
  const [rule, when] = condition(game, state);
  const text = `place a tile first: an exchange is offered only after that, and ${when}`;
  return reason('must-place', rule, text);
}

/** Why the seat that has just laid its last tile has nothing to exchange. */
function whyNoExchange(game: Genial, state: KernelState): Reason {
  if (exchangeOf(game, state) === NO_EXCHANGE)
    return reason('no-exchange', 'B1', 'there is no exchange in solo');
  const [rule, when] = condition(game, state);
  return reason('no-exchange', rule, `an exchange is possible only ${when} after the move`);
}

/** When an exchange is offered, with its rule. */
function condition(game: Genial, state: KernelState): [rule: string, when: string] {
  return exchangeOf(game, state) === NINES
    ? ['D3', 'when your rack shows a colour that stands on your 9']
    : ['A12', 'when your rack shows none of your weakest colours'];
}

function whyNotPlaced(game: Genial, state: KernelState, move: Move): Reason {
  const { board, table } = game;
  const { tile, cells } = parts(board, move);
  if (game.phase(state) === 'offer')
    return reason('must-draw', 'A12', "your tile is placed: choose 'exchange' or 'draw'");
  for (const name of cells) {
    const there = table.s.number(state.data, 'cells', board.cellOf.get(name));
    const area = `the area for ${state.setup.seats} player(s)`;
    if (there === WALL) return reason('outside', 'A1', `${name} lies outside ${area}`);
    if (there !== FREE) return reason('taken', 'A6', `${name} is not free`);
  }
  const rack = table.s.word(state.data, 'racks', table.s.number(state.data, 'turn'));
  if (!count(rack, board.kindOfLay[board.layOf(tile)] ?? 0))
    return reason('not-on-rack', 'A6', `there is no tile ${tile} on your rack`);
  const text = 'your first tile must lie beside a printed symbol with no tile beside it';
  return reason('first-turn', 'A7', text);
}
