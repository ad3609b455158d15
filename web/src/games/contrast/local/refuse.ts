/** Why a move is refused, in one sentence with its rule (refuse.py). */
import { CHANCE } from '../../../local/game';
import type { Move, Reason, Seat } from '../../../local/game';
import type { KernelState } from '../../../local/kernelGame';
import { reason } from '../../../local/reading';
import { CARDS, laid, lay, MISS, PICTURES, SYMBOLS } from './deck';
import type { ContrastTable } from './state';

const NOT_NOW: Record<string, Reason> = {
  laying: reason('laying', 'F2', 'the rows are still being laid'),
  turning: reason('no-picture', 'F3', 'no picture lies face up yet'),
  over: reason('over', 'F9', 'the game is over: the stack is used up'),
};

/** Why a seat, or chance, may not make a move now; null if it may. */
export function whyNot(
  table: ContrastTable,
  state: KernelState,
  seat: Seat,
  move: Move,
): Reason | null {
  if (seat === CHANCE) return whyNotHappened(table, state, move);
  if (seat < 0 || seat >= state.setup.seats)
    return reason('no-seat', 'F2', `there is no seat ${seat} at this table`);
  return NOT_NOW[table.phase(state)] ?? whyNotChosen(table, state, seat, move);
}

function whyNotChosen(
  table: ContrastTable,
  state: KernelState,
  seat: Seat,
  move: Move,
): Reason | null {
  if (move === MISS)
    return reason('miss', 'F4', 'only the table can make a slow seat sit out a round');
  if (move < 0 || move > MISS) return reason('no-move', 'F1', `there is no symbol number ${move}`);
  if (table.symbols(state, seat).includes(move)) return null;
  const text = `${SYMBOLS[move]} is on a card in your row, not in your hand`;
  return reason('not-in-hand', 'F3', text);
}

function whyNotHappened(table: ContrastTable, state: KernelState, move: Move): Reason | null {
  const phase = table.phase(state);
  if (phase === 'laying') return whyNotLaid(table, state, move);
  if (phase === 'turning') return whyNotTurned(table, state, move);
  return reason('no-chance', 'F3', 'there is no card to lay and no picture to turn up now');
}

/** Why a card may not be laid; the seats may lay their rows in any order. */
function whyNotLaid(table: ContrastTable, state: KernelState, move: Move): Reason | null {
  if (move < 0 || move >= lay(state.setup.seats, 0))
    return reason('no-card', 'F1', `there is no card number ${move} to lay`);
  const [seat, card] = laid(move);
  const rows = table.rows(state);
  if (rows[seat]?.length === table.v.number(table.table(state.setup).data, 'row'))
    return reason('row', 'F2', `the row of seat ${seat} is complete`);
  const begun = table.number('laying_seat', state);
  if (seat !== begun && rows[begun]?.length)
    return reason('row', 'F2', `the row of seat ${begun} must be completed first`);
  if (!rows[seat]?.includes(card)) return null;
  const name = CARDS[card]?.join('/');
  return reason('row', 'F1', `seat ${seat} has one card ${name}, and it is in the row`);
}

function whyNotTurned({ s }: ContrastTable, { data }: KernelState, move: Move): Reason | null {
  if (move < 0 || move >= PICTURES.length)
    return reason('no-picture', 'F1', `there is no picture number ${move}`);
  if (!s.number(data, 'gone', Math.floor(move / 2))) return null;
  const text = `the card of picture ${PICTURES[move]} has been turned up before`;
  return reason('shown', 'F1', text);
}
