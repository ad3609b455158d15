/** What all games do alike whose rules are kernels (contract/kernel_game.py, contract/state.py). */
import { CHANCE } from './game';
import type { Event, Level, LocalGame, Move, Reason, Result, Seat, Setup, Turn } from './game';
import { Fields } from './fields';
import type { Code, Kernels } from './kernels';

/** In the deal a chance move kind + DEAL_TO * (seat + 1) names the seat it goes to. */
export const DEAL_TO = 32;
const NOBODY = -2;
const PLACES = 3; // records in memory: one as it is, and others to try things on

/** A state: the bytes of one record, and what was agreed. Nobody changes either. */
export interface KernelState {
  readonly setup: Setup;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** What one seat may know: a record in which its secrets are left at zero, and more beside it. */
export interface KernelView extends KernelState {
  readonly seat: Seat;
  /** What it knows beside the record, such as the sizes of hands: a record too, or nothing. */
  readonly beside: Uint8Array<ArrayBuffer>;
}

/** Records in memory, calls on them, and tables of set-ups. */
export class KernelTable {
  readonly s: Fields;
  readonly v: Fields;
  readonly beside: Fields;
  readonly #states: number;
  readonly #tables = new Map<string, { at: number; data: Uint8Array<ArrayBuffer> }>();
  readonly #rooms = new Map<string, { at: number; size: number }>();

  constructor(readonly kernels: Kernels) {
    this.s = new Fields(kernels, 'STATE');
    this.v = new Fields(kernels, 'TABLE');
    this.beside = new Fields(kernels, 'BESIDE');
    this.#states = kernels.allocOf('STATE', PLACES);
  }

  /** The opening of a game. */
  opening(setup: Setup): KernelState {
    return { setup, data: this.kernels.begin(setup).opening };
  }

  /** What was agreed as the record that kernels read. */
  table({ variant, edition, seats, options }: Setup): { at: number; data: Uint8Array } {
    const key = JSON.stringify([variant, edition, seats, options]);
    let found = this.#tables.get(key);
    if (!found) {
      const data = this.kernels.begin({ variant, edition, seats, options }).table;
      found = { at: this.put('TABLE', this.kernels.alloc(data.length), data), data };
      this.#tables.set(key, found);
    }
    return found;
  }

  /** The table of the game's first set-up, for what is the same in all of them. */
  anyTable(): Uint8Array {
    const [first] = this.kernels.manifest.setups;
    if (!first) throw new Error('the module has no set-up');
    const { variant, edition, seats } = first;
    return this.kernels.begin({ variant, edition, seats }).table;
  }

  /** Where copies of a record lie: at this address and, if asked for, the next. */
  states({ data }: KernelState, copies = 1): number {
    for (let n = 0; n < copies; n++) this.put('STATE', this.#states + n * data.length, data);
    return this.#states;
  }

  put(of: string, at: number, data: Uint8Array): number {
    this.kernels.bytes(at, this.kernels.sizeOf(of)).set(data);
    return at;
  }

  /** Call a kernel over a record and its table. */
  ask(name: string, state: KernelState, ...more: (number | bigint)[]): number | bigint {
    const { at } = this.table(state.setup);
    return this.kernels.call(name, this.states(state), at, ...more) ?? 0;
  }

  number(name: string, state: KernelState, ...more: (number | bigint)[]): number {
    return Number(this.ask(name, state, ...more));
  }

  /** The record after a kernel has changed it. */
  after(name: string, state: KernelState, ...more: (number | bigint)[]): KernelState {
    this.ask(name, state, ...more);
    return { setup: state.setup, data: this.kernels.read(this.#states, 'STATE') };
  }

  /** Memory for a record, all zero. */
  blank(of: string): number {
    return this.room(of, 'u1', this.kernels.sizeOf(of));
  }

  /** Memory for numbers, by a name, all zero. */
  room(name: string, code: Code, count: number): number {
    const size = count * Number(code.slice(1));
    let found = this.#rooms.get(name);
    if (!found || found.size < size)
      this.#rooms.set(name, (found = { at: this.kernels.alloc(size), size }));
    this.kernels.bytes(found.at, size).fill(0);
    return found.at;
  }

  /** Numbers that a kernel may read. */
  given(name: string, code: Code, numbers: readonly number[]): number {
    const at = this.room(name, code, numbers.length);
    const held = this.kernels.numbers(at, code, numbers.length);
    numbers.forEach((one, n) => (held[n] = code === 'i8' ? BigInt(one) : one));
    return at;
  }

  /** Numbers that a kernel has written. */
  written(at: number, code: Code, count: number): number[] {
    return Array.from(this.kernels.numbers(at, code, count), Number);
  }
}

/** The seat that a chance move gives its tile or card to. */
export const dealtTo = (table: KernelTable, { data }: KernelState, move: Move): Seat =>
  move >= DEAL_TO ? Math.floor(move / DEAL_TO) - 1 : table.s.number(data, 'drawer');

/** A game in which one seat acts at a time, and whose legal moves and turns are kernels. */
export abstract class KernelGame implements LocalGame<KernelState, KernelView> {
  abstract readonly name: string;
  readonly declining: Move | null = 0;
  readonly phases: readonly string[];
  readonly #most: number;

  constructor(readonly table: KernelTable) {
    const { phases, most_moves } = table.kernels.manifest.constants;
    this.phases = phases as string[];
    this.#most = Number(most_moves);
  }

  begin(setup: Setup): KernelState {
    return this.table.opening(setup);
  }

  toAct(state: KernelState): Seat[] {
    const acting = Number(this.table.kernels.call('acting', this.table.states(state)));
    return acting === NOBODY ? [] : [acting];
  }

  /** The same, but chance while there is a choice of which only its seat knows. */
  seenToAct(state: KernelState): Seat[] {
    return this.phase(state) === 'offer' ? [CHANCE] : this.toAct(state);
  }

  phase({ data }: KernelState): string {
    return this.phases[this.table.s.number(data, 'phase')] ?? '';
  }

  legal(state: KernelState, seat: Seat): Move[] {
    if (!this.toAct(state).includes(seat)) return [];
    const out = this.table.room('moves', 'i4', this.#most);
    return this.table.written(out, 'i4', this.table.number('list_legal', state, out));
  }

  apply(state: KernelState, turn: Turn): KernelState {
    const [seat, move] = [...turn][0] ?? [CHANCE, 0];
    if (seat !== CHANCE) return this.table.after('decide', state, move);
    if (move < DEAL_TO) return this.table.after('befall', state, move);
    const data = state.data.slice();
    this.table.s.setByte(data, 'drawer', dealtTo(this.table, state, move));
    return this.table.after('befall', { setup: state.setup, data }, move % DEAL_TO);
  }

  absent(): Move | null {
    return null;
  }

  /** What a seat, or a spectator, may see of a state. */
  view(state: KernelState, seat: Seat): KernelView {
    const { kernels } = this.table;
    const known = this.table.blank('STATE');
    const beside = this.table.blank('BESIDE');
    this.table.ask('redact', state, seat, known, beside);
    const [data, more] = [kernels.read(known, 'STATE'), kernels.read(beside, 'BESIDE')];
    return { setup: state.setup, data, seat, beside: more };
  }

  worth(view: KernelView, moves: readonly Move[]): number[] {
    const { table } = this;
    const given = table.given('moves', 'i4', moves);
    const out = table.room('worths', 'i8', moves.length);
    table.ask('worths', view, given, view.seat, out, moves.length);
    return table.written(out, 'i8', moves.length);
  }

  /** A state that could be behind a view. */
  determinize(view: KernelView, seed: bigint): KernelState {
    const s = this.table.states(view);
    this.table.kernels.run('determinize', { ...this.#known(view), s, seed });
    return { setup: view.setup, data: this.table.kernels.read(s, 'STATE') };
  }

  judge(view: KernelView, moves: readonly Move[], effort: number, seed: bigint): number[] {
    const n = moves.length;
    if (!n) return [];
    const { table } = this;
    const out = table.room('values', 'f8', n);
    const given = { moves: table.given('moves', 'i4', moves), effort, seed, out, n };
    table.kernels.run('judge', { ...this.#known(view), states: table.states(view), ...given });
    return table.written(out, 'f8', n);
  }

  /** How good moves look to somebody with these tastes. */
  tasted(view: KernelView, moves: readonly Move[], tastes: number): number[] {
    const { table } = this;
    const n = moves.length;
    const out = table.room('values', 'f8', n);
    const given = { moves: table.given('moves', 'i4', moves), tastes, out, n };
    table.kernels.run('tasted', { ...this.#known(view), states: table.states(view), ...given });
    return table.written(out, 'f8', n);
  }

  /** A viewer's knowledge as kernels take it. */
  #known(view: KernelView): Record<string, number> {
    const { at } = this.table.table(view.setup);
    const known = { v: at, table: at, seat: view.seat };
    if (!view.beside.length) return known;
    return { ...known, beside: this.table.put('BESIDE', this.table.blank('BESIDE'), view.beside) };
  }

  turnsLeft(view: KernelView): number {
    return this.table.number('turns_left', view);
  }

  ply(view: KernelView): number {
    return Number(this.table.kernels.call('decision', this.table.states(view)));
  }

  levels(setup: Setup): Level[] {
    return levelsOf(this.table, setup);
  }

  sides({ seats }: Setup): Seat[][] {
    return Array.from({ length: seats }, (_, seat) => [seat]);
  }

  pick(values: readonly number[], noise: number, share: number): number {
    return picked(this.table, values, noise, share);
  }

  abstract whyNot(state: KernelState, seat: Seat, move: Move): Reason | null;
  abstract chances(state: KernelState): [Move, number][];
  abstract events(before: KernelState, turn: Turn, after: KernelState): Event[];
  abstract result(state: KernelState): Result | null;
  abstract tell(event: Event, seat: Seat): Event;
  abstract text(move: Move): string;
  abstract parse(text: string): Move;
  abstract read(state: KernelState, events: readonly Event[]): Turn[];
  abstract show(view: KernelView): Record<string, unknown>;
  abstract preview(view: KernelView, legal: readonly Move[]): Record<string, unknown> | null;
  abstract giveaway(view: KernelView, move: Move): Record<string, unknown> | null;
  abstract scores(view: KernelView): unknown;
  abstract stake(setup: Setup): number | null;
  abstract measure(setup: Setup, result: Result): number[];
}

/** Eight levels of play, as the manifest has them. */
export const levelsOf = (table: KernelTable, setup: Setup): Level[] =>
  table.kernels.image(setup).levels.map(([effort, noise, pull, tastes]) => ({
    effort,
    noise,
    pull,
    tastes,
  }));

/** Which of the moves with these values a level picks. */
export function picked(
  table: KernelTable,
  values: readonly number[],
  noise: number,
  share: number,
): number {
  const given = table.given('values', 'f8', values);
  return Number(table.kernels.run('pick', { values: given, noise, share, n: values.length }));
}
