/** The card game at a table in the page: what game.py binds together for Python. */
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
import { Cards } from './cards';
import { events, read, ROUND, ruleOf, tidy } from './events';
import { show } from './jsonView';
import { KEEP, parse, text } from './notation';
import { measure, result, scores } from './outcome';
import { preview } from './preview';
import { reasons } from './reasons';
import { slip } from './slips';
import { whyNot } from './refuse';
import { tell } from './view';

type Shown = Record<string, unknown>;

export class GenialCards extends KernelGame {
  readonly name = 'genial_cards';
  override readonly declining = KEEP;
  readonly cards: Cards;

  constructor(table: KernelTable) {
    super(table);
    this.cards = new Cards(table);
  }

  /** The cards in the draw pile and how many there are of each, or the next round. */
  chances(state: KernelState): [Move, number][] {
    if (this.toAct(state)[0] !== CHANCE) return [];
    if (this.phase(state) === 'between') return [[ROUND, 1]];
    return members(this.table.s.word(state.data, 'pile'));
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
    return text(this.cards, move);
  }

  parse(said: string): Move {
    return parse(this.cards, said);
  }

  show(view: KernelView): Shown {
    return show(this, view);
  }

  preview(view: KernelView, legal: readonly Move[]): Shown | null {
    return preview(this, view, legal);
  }

  giveaway(): null {
    return null;
  }

  stake(): null {
    return null;
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

  measure(setup: Setup, found: Result): number[] {
    return measure(setup, found);
  }
}
