/**
 * A game's kernels, compiled to WebAssembly: memory, records and calls, as the manifest beside the
 * module lays them out. It runs in a page, in a worker and in Node.
 */

export type Code = 'i1' | 'i2' | 'i4' | 'i8' | 'u1' | 'u2' | 'u4' | 'u8' | 'f4' | 'f8';
export type Patch = [offset: number, hex: string][];
type Field = [offset: number, of: string, shape: number[]];
type Given = number | bigint;

interface Parameter {
  name: string;
  kind: 'int' | 'long' | 'word' | 'real' | 'record' | 'array';
  of?: string;
  shape?: (number | string)[];
  /** "scratch", or the name of an array that was learned. */
  use?: string;
}

export interface SetupImage {
  variant: string;
  edition: string | null;
  seats: number;
  patch: Patch;
  starts: Patch[];
  options: Record<string, { default: number; low: number; patches: Patch[] }>;
  levels: [effort: number, noise: number, pull: number, tastes: number][];
  sizes: Record<string, number>;
  learned?: string;
}

/** A variant, as `contract/setup.py` has it. */
export interface Form {
  variant: string;
  seats: number[];
  rule: string;
  editions: string[];
  options: { name: string; default: number; low: number; high: number; rule: string }[];
  has_start: boolean;
  start_rule: string;
  edition_rule: string;
}

export interface Manifest {
  game: string;
  records: Record<string, { size: number; fields: Record<string, Field> }>;
  exports: Record<string, { takes: Parameter[]; returns: string | null }>;
  constants: Record<string, unknown>;
  forms: Form[];
  table: number;
  setups: SetupImage[];
  learned: Record<string, { file: string; size: number; arrays: Record<string, Field> }>;
}

/** What was agreed, as far as it changes a game's records. */
export interface Agreed {
  variant: string;
  edition?: string | null;
  seats: number;
  start?: number;
  options?: Record<string, number>;
}

const ALIGN = 16;
const PAGE = 65_536;
const VIEWS = {
  i1: Int8Array,
  i2: Int16Array,
  i4: Int32Array,
  i8: BigInt64Array,
  u1: Uint8Array,
  u2: Uint16Array,
  u4: Uint32Array,
  u8: BigUint64Array,
  f4: Float32Array,
  f8: Float64Array,
} as const;
type View<C extends Code> = InstanceType<(typeof VIEWS)[C]>;

export class Kernels {
  readonly manifest: Manifest;
  readonly memory: WebAssembly.Memory;
  readonly #functions: Record<string, (...args: Given[]) => Given | undefined>;
  readonly #image: number;
  #end: number;
  #scratch = new Map<string, { at: number; size: number }>();
  #sizes: Record<string, number> = {};
  #learned: { at: number; arrays: Record<string, Field> } | null = null;

  constructor(instance: WebAssembly.Instance, manifest: Manifest) {
    this.manifest = manifest;
    const held = instance.exports as Record<string, unknown>;
    this.memory = held.memory as WebAssembly.Memory;
    this.#functions = held as Record<string, (...args: Given[]) => Given | undefined>;
    this.#image = Number((held.first_image as WebAssembly.Global).value);
    this.#end = Number((held.__heap_base as WebAssembly.Global).value);
  }

  /** Memory for so many bytes, all zero; it is never given back. */
  alloc(size: number): number {
    const at = Math.ceil(this.#end / ALIGN) * ALIGN;
    this.#end = at + size;
    const missing = this.#end - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  /** Memory for some records of a kind, or numbers of a code. */
  allocOf(of: string, count = 1): number {
    return this.alloc(this.sizeOf(of) * count);
  }

  sizeOf(of: string): number {
    return this.manifest.records[of]?.size ?? Number(of.slice(1));
  }

  /** Numbers in memory. The view is stale once memory grows: ask again after every `alloc`. */
  numbers<C extends Code>(at: number, code: C, count: number): View<C> {
    return new VIEWS[code](this.memory.buffer, at, count) as View<C>;
  }

  bytes(at: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.memory.buffer as ArrayBuffer, at, size);
  }

  /** A copy of a record's bytes. */
  read(at: number, of: string): Uint8Array<ArrayBuffer> {
    return this.bytes(at, this.sizeOf(of)).slice();
  }

  /** Where a field of a record is, and what it holds. */
  field(of: string, name: string): { at: number; code: Code; count: number } {
    const found = this.manifest.records[of]?.fields[name];
    if (!found) throw new Error(`the record ${of} has no field ${name}`);
    const [at, code, shape] = found;
    return { at, code: code as Code, count: shape.reduce((a, b) => a * b, 1) };
  }

  /** Call an export with all that it takes, in order. */
  call(name: string, ...given: Given[]): Given | undefined {
    const called = this.#functions[name];
    if (!called) throw new Error(`the module of ${this.manifest.game} has no ${name}`);
    const answer = called(...given);
    return this.manifest.exports[name]?.returns === 'word'
      ? BigInt.asUintN(64, answer as bigint)
      : answer;
  }

  /**
   * Call an export by the names of what it takes. Scratch memory, what was learned and the sizes of
   * a set-up (`prepare`) are filled in.
   */
  run(name: string, given: Record<string, Given>): Given | undefined {
    const takes = this.manifest.exports[name]?.takes;
    if (!takes) throw new Error(`the module of ${this.manifest.game} has no ${name}`);
    const sizes = { ...this.#sizes, ...given };
    return this.call(name, ...takes.map((taken) => this.#fill(name, taken, sizes)));
  }

  #fill(name: string, taken: Parameter, given: Record<string, Given>): Given {
    const found = given[taken.name];
    if (found !== undefined) return found;
    if (taken.use === 'scratch') return this.#scratchFor(`${name}.${taken.name}`, taken, given);
    const learned = taken.use ? this.#learned?.arrays[taken.use] : undefined;
    if (this.#learned && learned) return this.#learned.at + learned[0];
    throw new Error(`${name} needs ${taken.name}`);
  }

  #scratchFor(key: string, taken: Parameter, given: Record<string, Given>): number {
    const count = (taken.shape ?? []).reduce<number>(
      (all, size) => all * (typeof size === 'number' ? size : Number(given[size])),
      1,
    );
    const size = count * this.sizeOf(taken.of ?? 'u1');
    const kept = this.#scratch.get(key);
    if (kept && kept.size >= size) return kept.at;
    const made = { at: this.alloc(size), size };
    this.#scratch.set(key, made);
    return made.at;
  }

  /** What the manifest says of a variant and its number of seats. */
  image(agreed: Agreed): SetupImage {
    const found = this.manifest.setups.find(
      (setup) =>
        setup.variant === agreed.variant &&
        setup.seats === agreed.seats &&
        (agreed.edition == null || setup.edition === agreed.edition),
    );
    if (!found) throw new Error(`there is no set-up ${agreed.variant} for ${agreed.seats}`);
    return found;
  }

  /** The bytes of the opening and of the table of what was agreed. */
  begin(agreed: Agreed): { opening: Uint8Array<ArrayBuffer>; table: Uint8Array<ArrayBuffer> } {
    const { table } = this.manifest;
    const bytes = this.bytes(this.#image, table + this.sizeOf('TABLE')).slice();
    const found = this.image(agreed);
    patch(bytes, found.patch);
    patch(bytes, found.starts[agreed.start ?? 0] ?? []);
    for (const [name, option] of Object.entries(found.options)) {
      patch(bytes, option.patches[(agreed.options?.[name] ?? option.default) - option.low] ?? []);
    }
    return { opening: bytes.slice(0, this.sizeOf('STATE')), table: bytes.slice(table) };
  }

  /** Get ready for a set-up: the sizes that its kernels ask for, and what was learned for it. */
  prepare(agreed: Agreed, learned: Uint8Array | null): void {
    const found = this.image(agreed);
    this.#sizes = found.sizes;
    const layout = found.learned === undefined ? undefined : this.manifest.learned[found.learned];
    this.#learned = null;
    if (!layout || !learned) return;
    if (learned.length !== layout.size) {
      throw new Error(`${layout.file} has ${learned.length} bytes, not ${layout.size}`);
    }
    const at = this.alloc(layout.size);
    this.bytes(at, layout.size).set(learned);
    this.#learned = { at, arrays: layout.arrays };
  }
}

/** The kernels of a module's bytes. */
export async function loadKernels(bytes: BufferSource, manifest: Manifest): Promise<Kernels> {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  return new Kernels(instance, manifest);
}

function patch(bytes: Uint8Array, changes: Patch): void {
  for (const [at, hex] of changes) {
    for (let n = 0; n < hex.length; n += 2) {
      bytes[at + n / 2] = Number.parseInt(hex.slice(n, n + 2), 16);
    }
  }
}
