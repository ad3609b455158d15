/** The collecting game at a table in the page: what game.py binds together for Python. */
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
import type { KernelState, KernelView } from '../../../local/kernelGame';
import { only } from '../../../local/reading';
import { events, read, ruleOf, tidy } from './events';
import { show } from './jsonView';
import { parse, text } from './notation';
import { measure, result, scores } from './outcome';
import { intent, preview, risk } from './preview';
import { reasons, slip } from './reasons';
import { whyNot } from './refuse';

type Shown = Record<string, unknown>;

export class GenialCollect extends KernelGame {
  readonly name = 'genial_collect';
  override readonly declining = null;
  readonly botPause = 0.2; // the table shows each tile at a pace of its own
  readonly tidy = tidy;
  readonly ruleOf = ruleOf;

  /** Whether a tile would be good (G2). */
  isGood(state: KernelState, colour: number): boolean {
    return Boolean(this.table.kernels.call('is_good', this.table.states(state), colour));
  }

  /** Whether the seat in turn may stop: the first tile of a turn is compulsory (G2). */
  mayStop(state: KernelState): boolean {
    return Boolean(this.table.kernels.call('may_stop', this.table.states(state)));
  }

  /** The colours in the pile and how many tiles there are of each. */
  chances(state: KernelState): [Move, number][] {
    if (this.toAct(state)[0] !== CHANCE) return [];
    const pile = this.table.s.numbers(state.data, 'pile');
    return pile.map((n, colour): [Move, number] => [colour, n]).filter(([, n]) => n);
  }

  /** All of it: only the order of the pile is hidden, and that is in no state. */
  override view({ setup, data }: KernelState, seat: Seat): KernelView {
    return { setup, data, seat, beside: new Uint8Array() };
  }

  override determinize({ setup, data }: KernelView): KernelState {
    return { setup, data };
  }

  /** An event as anybody may see it: every tile lies open (G1). */
  tell(event: Event): Event {
    return only(event, this.table.kernels.manifest.constants.told as string[]);
  }

  reasons(view: KernelView, moves: readonly Move[], move: Move): Why[] {
    return reasons(this, view, moves, move);
  }

  slip(view: KernelView, _: readonly Move[], move: Move, better: Move): Slip | null {
    return slip(this, view, move, better);
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

  text(move: Move): string {
    return text(move);
  }

  parse(said: string): Move {
    return parse(said);
  }

  show(view: KernelView): Shown {
    return show(this, view);
  }

  preview(view: KernelView, legal: readonly Move[]): Shown {
    return preview(this, view, legal);
  }

  risk(view: KernelView, move: Move): { chance: number; cost: number } | null {
    return risk(this, view, move);
  }

  intent(seat: Seat, move: Move): Event | null {
    return intent(seat, move);
  }

  giveaway(): null {
    return null;
  }

  stake(): null {
    return null;
  }

  result(state: KernelState): Result | null {
    return result(this, state);
  }

  scores(view: KernelView): unknown {
    return scores(this, view);
  }

  measure(setup: Setup, found: Result): number[] {
    return measure(this, setup, found);
  }
}
