/** The fields of a state or a view as plain values, and calls of its kernels (state.py). */
import type { Seat, Turn } from '../../../local/game';
import { Fields } from '../../../local/fields';
import { KernelTable } from '../../../local/kernelGame';
import type { KernelState } from '../../../local/kernelGame';
import { MISS, PICTURES } from './deck';

const LONGEST = 3; // cards in a row

/** Who wins a round, and what is left of the stack. */
export interface Award {
  symbols: number[];
  seats: Seat[];
  left: number;
}

export class ContrastTable extends KernelTable {
  readonly round = new Fields(this.kernels, 'ROUND');
  readonly #phases = this.kernels.manifest.constants.phases as string[];

  phase(state: KernelState): string {
    return this.#phases[this.number('phase', state)] ?? '';
  }

  /** Each seat's cards, left to right. */
  rows({ setup, data }: KernelState): number[][] {
    return Array.from({ length: setup.seats }, (_, seat) =>
      this.s.numbers(data, 'rows', LONGEST * seat, LONGEST).filter((card) => card >= 0),
    );
  }

  won({ setup, data }: KernelState): number[] {
    return this.s.numbers(data, 'won', 0, setup.seats);
  }

  stack({ data }: KernelState): number {
    return this.s.number(data, 'stack');
  }

  /** The picture that lies face up. */
  picture({ data }: KernelState): string | null {
    if (!this.s.number(data, 'face_up')) return null;
    const last = this.s.number(data, 'pictures') - 1;
    return PICTURES[this.s.number(data, 'shown', last)] ?? null;
  }

  /** The symbols on the cards in a seat's hand, ascending (F3). */
  symbols(state: KernelState, seat: Seat): number[] {
    const out = this.room('symbols', 'i4', MISS);
    const count = this.kernels.call('list_symbols', this.states(state), seat, out);
    return this.written(out, 'i4', Number(count));
  }

  /** What the rules say of a round: `award`, or `decide` to change the state too. */
  roundOf(turn: Turn): number {
    const at = this.blank('ROUND');
    const data = this.kernels.bytes(at, this.kernels.sizeOf('ROUND'));
    for (const [seat, move] of turn) this.round.setByte(data, 'choices', move, seat);
    return at;
  }

  award(state: KernelState, turn: Turn): Award {
    const at = this.roundOf(turn);
    this.ask('award', state, at);
    const data = this.kernels.read(at, 'ROUND');
    const set = (name: string): number[] =>
      this.round.numbers(data, name).flatMap((flag, n) => (flag ? [n] : []));
    return { symbols: set('wins'), seats: set('takers'), left: this.round.number(data, 'left') };
  }
}
