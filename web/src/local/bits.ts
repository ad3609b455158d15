/** Small multisets in one 64-bit word: kind k has the three bits from 3k on (contract/bits.py). */
import type { Move } from './game';

const KINDS = 21;

/** How many of a kind there are. */
export const count = (multiset: bigint, kind: number): number =>
  Number((multiset >> BigInt(3 * kind)) & 7n);

/** The multiset with one member. */
export const one = (kind: number): bigint => 1n << BigInt(3 * kind);

/** Each kind that is present with its count, in order. */
export function members(multiset: bigint): [Move, number][] {
  const found: [Move, number][] = [];
  for (let kind = 0; kind < KINDS; kind++) {
    const here = count(multiset, kind);
    if (here) found.push([kind, here]);
  }
  return found;
}

/** The kinds of all members, in order. */
export const unpack = (multiset: bigint): number[] =>
  members(multiset).flatMap(([kind, here]) => Array.from({ length: here }, () => kind));

/** How many members there are. */
export const total = (multiset: bigint): number =>
  members(multiset).reduce((sum, [, here]) => sum + here, 0);
