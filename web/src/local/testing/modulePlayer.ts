/** Plays whole games by a module of WebAssembly, in Node and in a browser, to be compared. */
import type { Agreed, Kernels, Manifest } from '../kernels.ts';

const CHANCE = -1;
const NOBODY = -2;
const DEALER = 0;
const ERRS = 7;
const FINE = 2 ** 30;
const FADE = 5;

/** What is there, or nothing goes on. */
function at<T>(from: readonly T[] | Record<string, T>, key: string | number): T {
  const found = (from as Record<string | number, T>)[key];
  if (found === undefined) throw new Error(`there is no ${key}`);
  return found;
}

/** Plays one game of a set-up by its module; chance, bots and judge are the module's own. */
export class ModulePlayer {
  readonly k: Kernels;
  readonly s: number;
  readonly v: number;
  readonly known: number;
  readonly beside: number;
  readonly hides: boolean; // whether seats know less than the whole state
  readonly legal: number;
  readonly values: number;
  readonly agreed: Agreed;

  constructor(k: Kernels, agreed: Agreed, learned: Record<string, Uint8Array>) {
    this.k = k;
    this.agreed = agreed;
    const most = Number(k.manifest.constants.most_moves);
    this.s = k.allocOf('STATE');
    this.v = k.allocOf('TABLE');
    this.known = k.allocOf('STATE', 3);
    this.hides = 'redact' in k.manifest.exports;
    this.beside = this.hides ? k.allocOf('BESIDE') : 0;
    this.legal = k.allocOf('i4', most);
    this.values = k.allocOf('f8', most);
    const name = k.image(agreed).learned;
    k.prepare(agreed, name === undefined ? null : at(learned, name));
    const { opening, table } = k.begin(agreed);
    k.bytes(this.s, opening.length).set(opening);
    k.bytes(this.v, table.length).set(table);
  }

  call(name: string, ...given: (number | bigint)[]): number {
    return this.k.call(name, ...given) as number;
  }

  word(name: string, ...given: (number | bigint)[]): bigint {
    return this.k.call(name, ...given) as bigint;
  }

  /** Write what a seat knows, as a view has it: nothing that was there before stays. */
  see(seat: number): void {
    const { k } = this;
    if (!this.hides) {
      k.bytes(this.known, k.sizeOf('STATE')).set(k.read(this.s, 'STATE'));
      return;
    }
    k.bytes(this.known, k.sizeOf('STATE')).fill(0);
    k.bytes(this.beside, k.sizeOf('BESIDE')).fill(0);
    k.run('redact', { s: this.s, v: this.v, seat, known: this.known, beside: this.beside });
  }

  choose(bot: string, seat: number, seed: bigint): number {
    const { k } = this;
    const ply = this.call('decision', this.s);
    const n = this.call('list_legal', this.s, this.v, this.legal);
    const own = this.word('seat_seed', seed, seat);
    if (bot === 'random') return this.call('random_move', this.s, this.v, seed);
    const moves = [...k.numbers(this.legal, 'i4', n)];
    if (bot === 'greedy') return this.greedy(moves, seat, own, ply);
    if (n === 1) return at(moves, 0);
    const [effort, noise, pull, tastes] = at(k.image(this.agreed).levels, Number(bot.slice(5)) - 1);
    this.see(seat);
    const left = this.call('turns_left', this.known, this.v);
    const judged = { states: this.known, table: this.v, seat, beside: this.beside };
    const wanted = { moves: this.legal, n, effort, seed: this.word('nth_seed', own, ply) };
    let tasted: number[] = [];
    if (pull > 0) {
      k.run('tasted', { ...judged, ...wanted, tastes, out: this.values });
      tasted = [...(k.numbers(this.values, 'f8', n) as Float64Array)];
    }
    if (pull < 1) k.run('judge', { ...judged, ...wanted, out: this.values });
    const values = k.numbers(this.values, 'f8', n) as Float64Array; // memory may have grown
    if (pull < 1) tasted.forEach((taste, i) => (values[i] = lean(values[i] ?? taste, taste, pull)));
    const share = this.call('below', this.word('stream', own, ERRS), ply, FINE) / FINE;
    const fading = Math.min(1, (left - 1) / FADE);
    return at(
      moves,
      k.run('pick', { values: this.values, noise: noise * fading, share, n }) as number,
    );
  }

  greedy(moves: number[], seat: number, own: bigint, ply: number): number {
    const { k } = this;
    this.see(seat);
    const n = moves.length;
    const given = { states: this.known, table: this.v, moves: this.legal, seat, n };
    k.run('worths', { ...given, out: this.values });
    const worth = [...k.numbers(this.values, 'i8', n)];
    const best = worth.reduce((a, b) => (b > a ? b : a));
    const equal = moves.filter((_, i) => worth[i] === best);
    return at(equal, this.call('below', this.word('stream', own, DEALER), ply, equal.length));
  }

  /** Who moved, how, and a digest of the state after it, to the end of the game. */
  play(
    seed: bigint,
    bots: string[],
    digest: (state: Uint8Array) => string,
  ): [number, number, string][] {
    const found: [number, number, string][] = [];
    const dealer = this.word('stream', seed, DEALER);
    for (let decisions = 0; ;) {
      const seat = this.call('acting', this.s);
      if (seat === NOBODY) return found;
      let move: number;
      if (seat === CHANCE) {
        move = this.call('random_outcome', this.s, dealer);
        this.call('befall', this.s, this.v, move);
      } else {
        move = this.choose(at(bots, decisions++ % bots.length), seat, seed);
        this.call('decide', this.s, this.v, move);
      }
      const state = this.k.read(this.s, 'STATE');
      found.push([seat, move, digest(state)]);
    }
  }
}

export type Played = [seat: number, move: number, state: string][];

const lean = (value: number, taste: number, pull: number): number => value + pull * (taste - value);

/** Play the first set-up of each variant; states by a hash of their bytes. */
export async function playAll(
  load: (bytes: BufferSource, manifest: Manifest) => Promise<Kernels>,
  given: { wasm: BufferSource; manifest: Manifest; learned: Record<string, Uint8Array> },
  wish: { seed: string; bots: string[] },
): Promise<Played[]> {
  const digest = (state: Uint8Array): string => {
    let hash = 0xcbf29ce484222325n;
    for (const byte of state) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    return hash.toString(16);
  };
  const first = new Map(given.manifest.setups.toReversed().map((one) => [one.variant, one]));
  const played: Played[] = [];
  for (const { variant, edition, seats, options } of first.values()) {
    const usual = Object.entries(options).map(([name, option]) => [name, option.default]);
    const agreed = { variant, edition, seats, start: 0, options: Object.fromEntries(usual) };
    const kernels = await load(given.wasm, given.manifest);
    const player = new ModulePlayer(kernels, agreed as Agreed, given.learned);
    played.push(player.play(BigInt(wish.seed), wish.bots, digest));
  }
  return played;
}
