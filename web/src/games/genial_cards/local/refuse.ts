/** Why a move is refused, in one sentence with its rule (refuse.py); rules.py says what is legal. */
import { count } from '../../../local/bits';
import { CHANCE } from '../../../local/game';
import type { Move, Reason, Seat } from '../../../local/game';
import { DEAL_TO, dealtTo } from '../../../local/kernelGame';
import type { KernelState } from '../../../local/kernelGame';
import { reason, reversed } from '../../../local/reading';
import { ROUND } from './events';
import type { GenialCards } from './game';
import { ANY, kindOfPlay, parts, PLAY, RENEW, wayOf } from './notation';

const CHANCE_PHASES = ['between', 'deal', 'open', 'draw'];

/** Why a seat, or chance, may not make a move now; null if it may. */
export function whyNot(
  game: GenialCards,
  state: KernelState,
  seat: Seat,
  move: Move,
): Reason | null {
  if (seat === CHANCE) return whyNotDrawn(game, state, move);
  const phase = game.phase(state);
  if (phase === 'over') return reason('over', 'E9', 'the game is over');
  const turn = game.table.s.number(state.data, 'turn');
  if (phase === 'draw' && seat === turn && move === RENEW) {
    const why = 'a new hand is possible only when your hand shows none of your weakest colours';
    return reason('no-new-hand', 'E6', `${why} after the move`);
  }
  // Only its seat knows of a new hand (E6).
  if (CHANCE_PHASES.includes(phase) || (phase === 'offer' && seat !== turn))
    return reason('drawing', 'E3', 'cards are still being drawn');
  if (seat !== turn)
    return reason('not-your-turn', 'E3', `it is the turn of seat ${turn}, not of ${seat}`);
  if (move < 0 || move >= PLAY + 3 * game.cards.names.length)
    return reason('no-move', 'E3', `there is no move number ${move}`);
  if (game.table.number('is_legal', state, move)) return null;
  return move < PLAY ? whyNotRenewed(game, state) : whyNotPlayed(game, state, move);
}

function whyNotDrawn(game: GenialCards, state: KernelState, move: Move): Reason | null {
  const { s } = game.table;
  const phase = game.phase(state);
  if (phase === 'over') return reason('over', 'E9', 'the game is over');
  if ((move === ROUND) !== (phase === 'between')) {
    const known = move === ROUND ? 'a round is being played' : 'no round has been opened';
    return reason('round', 'E10', known);
  }
  if (move === ROUND) return null;
  if (!CHANCE_PHASES.includes(phase))
    return reason('no-draw', 'E3', 'there is nothing to draw now');
  if (move < 0 || move >= DEAL_TO * (state.setup.seats + 1) || move % DEAL_TO >= ROUND)
    return reason('no-card', 'E1', `there is no card number ${move}`);
  const to = dealtTo(game.table, state, move);
  const rule = phase === 'draw' ? 'E3' : 'E2';
  if (!isDue(game, state, to)) return reason('no-draw', rule, `seat ${to} has nothing to draw now`);
  const kind = move % DEAL_TO;
  if (!count(s.word(state.data, 'pile'), kind))
    return reason('not-in-pile', 'E1', `the draw pile holds no card ${game.cards.name(kind)}`);
  return null;
}

/** Whether the next card can go to this seat: cards may be dealt in any order (E2). */
function isDue(game: GenialCards, state: KernelState, seat: Seat): boolean {
  const { table } = game;
  const { data, setup } = state;
  const phase = game.phase(state);
  if (phase === 'open') {
    const wanted = table.v.number(table.table(setup).data, 'open');
    return game.cards.open(table, state, seat).length < wanted;
  }
  if (seat === table.s.number(data, 'drawer')) return true;
  return phase === 'deal' && !table.s.word(data, 'drawn') && !table.s.word(data, 'hands', seat);
}

function whyNotRenewed({ table }: GenialCards, { data }: KernelState): Reason {
  if (table.s.number(data, 'bonus'))
    return reason('must-play', 'E7', 'a bonus turn must be played before drawing');
  const when = 'and when your hand shows none of your weakest colours';
  const text = `play a card first: a new hand is offered only after that, ${when}`;
  return reason('must-play', 'E6', text);
}

function whyNotPlayed(game: GenialCards, state: KernelState, move: Move): Reason {
  const { s } = game.table;
  const { card, order } = parts(game.cards, move);
  if (game.phase(state) === 'offer')
    return reason('must-draw', 'E6', "your card is played: choose 'renew' or 'draw'");
  const hand = s.word(state.data, 'hands', s.number(state.data, 'turn'));
  if (!count(hand, kindOfPlay(move)))
    return reason('not-in-hand', 'E3', `there is no card ${card} in your hand`);
  if (wayOf(move) === ANY) {
    const orders = `'${card} ${card}' or '${card} ${reversed(card)}'`;
    return reason('which-order', 'E5', `the order of scoring matters here: say ${orders}`);
  }
  const text = `the order ${order} changes nothing here and is not asked: say '${card}'`;
  return reason('no-order', 'E5', text);
}
