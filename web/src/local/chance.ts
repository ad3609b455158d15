/** The n-th random number as a function of (seed, n), the same as in Python (contract/chance.py). */
import type { Move } from './game';

const WORD = (1n << 64n) - 1n;
const GOLDEN = 0x9e3779b97f4a7c15n;
const APART = 0xd1342543de82ef95n;
const MIX_1 = 0xbf58476d1ce4e5b9n;
const MIX_2 = 0x94d049bb133111ebn;
/** Every JSON parser keeps whole numbers of this size exactly. */
const SEED_BITS = 53n;

function mix(word: bigint): bigint {
  let mixed = ((word ^ (word >> 30n)) * MIX_1) & WORD;
  mixed = ((mixed ^ (mixed >> 27n)) * MIX_2) & WORD;
  return mixed ^ (mixed >> 31n);
}

const streamOf = (seed: bigint, number: number): bigint =>
  (mix(seed) + BigInt(number) * APART) & WORD;

/** The seed of game, or decision, number n. */
export const nthSeed = (seed: bigint, number: number): bigint => mix(streamOf(seed, number)) >> 11n;

/** The seed of the bot in a seat, independent of the deal. */
export const seatSeed = (seed: bigint, seat: number): bigint => streamOf(seed, seat + 1);

/** Who picks the outcomes of chance. */
export interface Dealer {
  pick(n: number, outcomes: readonly (readonly [Move, number])[]): Move;
}

/** One stream of a seed; the dealer has stream 0. */
export class Stream implements Dealer {
  private readonly key: bigint;

  constructor(seed: bigint, number = 0) {
    this.key = streamOf(seed & WORD, number);
  }

  /** The n-th number, between 0 and limit - 1. */
  below(n: number, limit: number): number {
    const word = mix((this.key + BigInt(n) * GOLDEN) & WORD);
    return Number(((word >> 32n) * BigInt(limit)) >> 32n);
  }

  /** The n-th outcome, drawn by weight. */
  pick(n: number, outcomes: readonly (readonly [Move, number])[]): Move {
    let left = this.below(
      n,
      outcomes.reduce((sum, [, weight]) => sum + weight, 0),
    );
    for (const [outcome, weight] of outcomes) {
      left -= weight;
      if (left < 0) return outcome;
    }
    throw new Error('no outcome has any weight');
  }
}

/** A new seed from the browser's own source of randomness. */
export function newSeed(): bigint {
  const [word = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return word >> (64n - SEED_BITS);
}
