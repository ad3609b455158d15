/** CONTRAST at a table in the page: what game.py, outcome.py and preview.py bind for Python. */
import { CHANCE } from '../../../local/game';
import type {
  Event,
  Level,
  LocalGame,
  Move,
  Reason,
  Result,
  Seat,
  Setup,
  Turn,
} from '../../../local/game';
import { levelsOf, picked } from '../../../local/kernelGame';
import type { KernelState } from '../../../local/kernelGame';
import { only, ranked } from '../../../local/reading';
import { MISS, PICTURES, SYMBOLS } from './deck';
import { events, read, ruleOf, tidy } from './events';
import { show } from './jsonView';
import { parse, text } from './notation';
import { whyNot } from './refuse';
import type { ContrastTable } from './state';

/** One seat's knowledge of a state: all of it, as nothing is hidden there. */
export interface ContrastView extends KernelState {
  readonly seat: Seat;
}

const TEAM = 2; // seats that play as a team (F10)

const seatsOf = ({ seats }: Setup): Seat[] => Array.from({ length: seats }, (_, seat) => seat);

export class Contrast implements LocalGame<KernelState, ContrastView> {
  readonly name = 'contrast';
  readonly declining = null;
  readonly players = ['reader', 'crowd'];
  readonly text = text;
  readonly parse = parse;
  readonly tidy = tidy;
  readonly ruleOf = ruleOf;

  constructor(readonly table: ContrastTable) {}

  begin(setup: Setup): KernelState {
    return this.table.opening(setup);
  }

  /** All seats while they choose (F3), chance before that, nobody at the end. */
  toAct(state: KernelState): Seat[] {
    const phase = this.table.phase(state);
    if (phase === 'choosing') return seatsOf(state.setup);
    return phase === 'over' ? [] : [CHANCE];
  }

  seenToAct(state: KernelState): Seat[] {
    return this.toAct(state);
  }

  legal(state: KernelState, seat: Seat): Move[] {
    const out = this.table.room('moves', 'i4', MISS);
    return this.table.written(out, 'i4', this.table.number('list_legal', state, seat, out));
  }

  whyNot(state: KernelState, seat: Seat, move: Move): Reason | null {
    return whyNot(this.table, state, seat, move);
  }

  /** The cards that may be laid (F2) or the pictures that may come next (F1). */
  chances(state: KernelState): [Move, number][] {
    const out = this.table.room('moves', 'i4', PICTURES.length);
    const found = this.table.written(out, 'i4', this.table.number('list_chances', state, out));
    return found.map((move) => [move, 1]);
  }

  apply(state: KernelState, turn: Turn): KernelState {
    const chance = turn.get(CHANCE);
    if (chance !== undefined) return this.table.after('befall', state, chance);
    return this.table.after('decide', state, this.table.roundOf(turn));
  }

  events(before: KernelState, turn: Turn, after: KernelState): Event[] {
    return events(this.table, before, turn, after);
  }

  read(state: KernelState, said: readonly Event[]): Turn[] {
    return read(this.table, state, said);
  }

  /** The miss of a seat that is too slow (F4). */
  absent(state: KernelState, seat: Seat): Move | null {
    return seat >= 0 && this.toAct(state).includes(seat) ? MISS : null;
  }

  view({ setup, data }: KernelState, seat: Seat): ContrastView {
    return { setup, data, seat };
  }

  determinize({ setup, data }: ContrastView): KernelState {
    return { setup, data };
  }

  /** An event as anybody may see it: there are none until all have chosen (F3). */
  tell(event: Event): Event {
    return only(event, this.table.kernels.manifest.constants.told as string[]);
  }

  show(view: ContrastView, chosen: readonly Seat[] = []): Record<string, unknown> {
    return show(this.table, view, chosen);
  }

  /** For each symbol that may be chosen which other seats have it in hand too (F2, F3). */
  preview(view: ContrastView, legal: readonly Move[]): Record<string, unknown> {
    const hands = seatsOf(view.setup).map((seat) => this.table.symbols(view, seat));
    const also = (symbol: Move): Seat[] =>
      seatsOf(view.setup).filter((seat) => seat !== view.seat && hands[seat]?.includes(symbol));
    return { also: Object.fromEntries(legal.map((symbol) => [SYMBOLS[symbol], also(symbol)])) };
  }

  giveaway(): null {
    return null;
  }

  scores(view: ContrastView): number[] {
    return this.table.won(view);
  }

  /** Ranks and cards won at the end (F9), and whether a team has won (F10). */
  result(state: KernelState): Result | null {
    if (this.table.phase(state) !== 'over') return null;
    const scores = this.table.won(state);
    if (state.setup.seats !== TEAM) return { ranks: ranked(scores), scores };
    const goal = this.table.v.number(this.table.table(state.setup).data, 'goal');
    return { scores, won: (scores[0] ?? 0) >= goal, ranks: [1, 1] };
  }

  worth(): null {
    return null;
  }

  /** How likely each symbol is to win this picture if all the others look at it alone. */
  judge(view: ContrastView, moves: readonly Move[]): number[] {
    const { table } = this;
    const n = moves.length;
    if (!n) return [];
    const at = table.table(view.setup).at;
    const out = table.room('values', 'f8', n);
    const given = table.given('moves', 'i4', moves);
    const states = table.states(view);
    table.kernels.run('values', { states, table: at, seat: view.seat, moves: given, out, n });
    return table.written(out, 'f8', n);
  }

  /** The choice of a bot that looks at the picture, or at the others as well (players.py). */
  play(bot: string, view: ContrastView, seed: bigint): Move {
    const [states, { at }] = [this.table.states(view), this.table.table(view.setup)];
    const given = { states, table: at, seat: view.seat, seed };
    return Number(this.table.kernels.run(`${bot}_choice`, given));
  }

  pick(values: readonly number[], noise: number, share: number): number {
    return picked(this.table, values, noise, share);
  }

  /** One: the judge of this game values one picture, not the whole game. */
  stake(): number {
    return 1;
  }

  levels(setup: Setup): Level[] {
    return levelsOf(this.table, setup);
  }

  /** How many pictures there may still be: each takes at least one card (F7). */
  turnsLeft(view: ContrastView): number {
    return Math.max(1, this.table.stack(view));
  }

  /** Every seat alone, but two as one team (F10). */
  sides(setup: Setup): Seat[][] {
    const seats = seatsOf(setup);
    return setup.seats === TEAM ? [seats] : seats.map((seat) => [seat]);
  }

  measure(_setup: Setup, { scores }: Result): number[] {
    return scores as number[];
  }

  ply(view: ContrastView): number {
    return Number(this.table.kernels.call('decision', this.table.states(view)));
  }
}
