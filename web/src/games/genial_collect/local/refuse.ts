/** Why a move is refused, in one sentence with its rule (refuse.py); rules.py says what is legal. */
import { CHANCE } from '../../../local/game';
import type { Move, Reason, Seat } from '../../../local/game';
import type { KernelState } from '../../../local/kernelGame';
import { reason } from '../../../local/reading';
import type { GenialCollect } from './game';
import { COLOURS, STOP, TURN_UP } from './notation';

const NAMES = ['red', 'green', 'blue', 'orange', 'yellow', 'purple'];

/** Why a seat, or chance, may not make a move now; null if it may. */
export function whyNot(
  game: GenialCollect,
  state: KernelState,
  seat: Seat,
  move: Move,
): Reason | null {
  const phase = game.phase(state);
  if (phase === 'over') return reason('over', 'G6', 'the game is over');
  if (seat === CHANCE) return whyNotTurnedUp(game, state, move);
  if (phase !== 'decide') return reason('turning-up', 'G2', 'a tile is still being turned up');
  const turn = game.table.s.number(state.data, 'turn');
  if (seat !== turn)
    return reason('not-your-turn', 'G3', `it is the turn of seat ${turn}, not of ${seat}`);
  if (move !== TURN_UP && move !== STOP)
    return reason('no-move', 'G2', `there is no move number ${move}`);
  if (game.table.number('is_legal', state, move)) return null;
  const text = 'the first tile of a turn is compulsory: turn one up before you stop';
  return reason('must-turn-up', 'G2', text);
}

function whyNotTurnedUp(game: GenialCollect, state: KernelState, move: Move): Reason | null {
  if (game.phase(state) === 'decide') return reason('no-tile', 'G2', 'nobody has asked for a tile');
  if (move < 0 || move >= COLOURS.length)
    return reason('no-tile', 'G1', `there is no colour number ${move}`);
  if (game.table.s.number(state.data, 'pile', move)) return null;
  return reason('not-in-pile', 'G1', `the pile holds no ${NAMES[move]} tile any more`);
}
