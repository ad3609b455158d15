/** The board game at a table in the page: what game.py binds together for Python. */
import { members } from '../../../local/bits';
import { CHANCE } from '../../../local/game';
import type {
  Event,
  Move,
  Reason,
  Result,
  Seat,
  Setup,
  Turn,
  Slip,
  Why,
} from '../../../local/game';
import { KernelGame } from '../../../local/kernelGame';
import type { KernelState, KernelTable, KernelView } from '../../../local/kernelGame';
import { Board } from './board';
import { events, read, ruleOf, tidy } from './events';
import { giveaway } from './giveaway';
import { show } from './jsonView';
import { KEEP, parse, text } from './notation';
import { measure, result, scores, sides, stake } from './outcome';
import { preview } from './preview';
import { reasons } from './reasons';
import { slip } from './slips';
import { whyNot } from './refuse';
import { tell } from './view';

type Shown = Record<string, unknown>;

export class Genial extends KernelGame {
  readonly name = 'genial';
  override readonly declining = KEEP;
  readonly board: Board;

  constructor(table: KernelTable) {
    super(table);
    this.board = new Board(table);
  }

  /** The kinds of tiles in the bag and how many there are of each (A3). */
  chances(state: KernelState): [Move, number][] {
    return this.toAct(state)[0] === CHANCE ? members(this.table.s.word(state.data, 'bag')) : [];
  }

  whyNot(state: KernelState, seat: Seat, move: Move): Reason | null {
    return whyNot(this, state, seat, move);
  }

  events(before: KernelState, turn: Turn, after: KernelState): Event[] {
    return events(this, before, turn, after);
  }

  read(state: KernelState, said: readonly Event[]): Turn[] {
    return read(this, state, said);
  }

  tidy(event: Event): Event {
    return tidy(this, event);
  }

  ruleOf(setup: Setup, event: string, key?: string): string {
    return ruleOf(setup, event, key);
  }

  tell(event: Event, seat: Seat): Event {
    return tell(this.table, event, seat);
  }

  text(move: Move): string {
    return text(this.board, move);
  }

  parse(said: string): Move {
    return parse(this.board, said);
  }

  show(view: KernelView): Shown {
    return show(this, view);
  }

  preview(view: KernelView, legal: readonly Move[]): Shown | null {
    return preview(this, view, legal);
  }

  giveaway(view: KernelView, move: Move): Shown | null {
    return giveaway(this, view, move);
  }

  reasons(view: KernelView, moves: readonly Move[], move: Move): Why[] {
    return reasons(this, view, moves, move);
  }

  slip(view: KernelView, _: readonly Move[], move: Move, better: Move): Slip | null {
    return slip(this, view, move, better);
  }

  result(state: KernelState): Result | null {
    return result(this, state);
  }

  scores(view: KernelView): unknown {
    return scores(this, view);
  }

  override sides(setup: Setup): Seat[][] {
    return sides(this, setup);
  }

  measure(setup: Setup, found: Result): number[] {
    return measure(setup, found);
  }

  stake(setup: Setup): number | null {
    return stake(this, setup);
  }
}
