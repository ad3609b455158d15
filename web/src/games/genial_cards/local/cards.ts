/** The names of cards and colours, as the module's tables have them (cards.py). */
import { unpack } from '../../../local/bits';
import type { KernelState, KernelTable } from '../../../local/kernelGame';
import { reversed } from '../../../local/reading';

export const COLOURS = 'rgboyp';
export const HAND = 6; // E2
export const AREA_ENDS = [0, 3, 6, 10]; // E1: 0; 1 to 3; 4 to 6; 7 to 10
export const TOP = 10;
export const GOAL = 7; // E9: all six chips here or further end the round
const MOST_OPEN = 3;

export class Cards {
  /** The name of each kind, such as `rb`. */
  readonly names: readonly string[];

  constructor(held: KernelTable) {
    const [table, { v }] = [held.anyTable(), held];
    const seconds = v.numbers(table, 'second');
    const name = (a: number, b = 0): string => `${COLOURS[a]}${COLOURS[b]}`;
    this.names = v.numbers(table, 'first').map((a, kind) => name(a, seconds[kind]));
  }

  /** The kind of a card by its name, spelled either way; -1 if there is none. */
  kindOf(card: unknown): number {
    if (typeof card !== 'string') return -1;
    return Math.max(this.names.indexOf(card), this.names.indexOf(reversed(card)));
  }

  name(kind: number): string {
    return this.names[kind] ?? '';
  }

  /** The names of the cards in a multiset, in order. */
  namesOf(multiset: bigint): string[] {
    return unpack(multiset).map((kind) => this.name(kind));
  }

  /** A seat's face-up cards, the oldest first. */
  open({ s }: KernelTable, { data }: KernelState, seat: number): string[] {
    const kinds = s.numbers(data, 'open', MOST_OPEN * seat, MOST_OPEN);
    return kinds.filter((kind) => kind >= 0).map((kind) => this.name(kind));
  }
}

/** The chips of a seat, by colour. */
export const chipsOf = ({ s }: KernelTable, data: Uint8Array, seat: number): number[] =>
  s.numbers(data, 'chips', COLOURS.length * seat, COLOURS.length);

/** Numbers by colour as an object. */
export const byColour = (numbers: readonly number[]): Record<string, number> =>
  Object.fromEntries([...COLOURS].map((colour, n) => [colour, numbers[n] ?? 0]));
