/** Reads a record by the names of its fields, as the manifest of a module lays it out. */
import type { Code, Kernels } from './kernels';

const READ: Record<Code, (held: DataView, at: number) => number | bigint> = {
  i1: (held, at) => held.getInt8(at),
  i2: (held, at) => held.getInt16(at, true),
  i4: (held, at) => held.getInt32(at, true),
  i8: (held, at) => held.getBigInt64(at, true),
  u1: (held, at) => held.getUint8(at),
  u2: (held, at) => held.getUint16(at, true),
  u4: (held, at) => held.getUint32(at, true),
  u8: (held, at) => held.getBigUint64(at, true),
  f4: (held, at) => held.getFloat32(at, true),
  f8: (held, at) => held.getFloat64(at, true),
};

export class Fields {
  readonly #found = new Map<string, { at: number; code: Code; count: number }>();

  constructor(
    private readonly kernels: Kernels,
    readonly of: string,
  ) {}

  /** One of the numbers of a field, counted through all its rows. */
  number(data: Uint8Array, name: string, n = 0): number {
    return Number(this.#read(data, name, n));
  }

  /** One of the words of a field. */
  word(data: Uint8Array, name: string, n = 0): bigint {
    return BigInt(this.#read(data, name, n));
  }

  /** Numbers of a field: all of them, or so many from one on. */
  numbers(data: Uint8Array, name: string, from = 0, count = this.#field(name).count): number[] {
    return Array.from({ length: count }, (_, n) => this.number(data, name, from + n));
  }

  words(data: Uint8Array, name: string, count: number): bigint[] {
    return Array.from({ length: count }, (_, n) => this.word(data, name, n));
  }

  /** Change one byte of a field in memory. */
  setByte(data: Uint8Array, name: string, value: number, n = 0): void {
    data[this.#field(name).at + n] = value;
  }

  #read(data: Uint8Array, name: string, n: number): number | bigint {
    const { at, code } = this.#field(name);
    const held = new DataView(data.buffer, data.byteOffset, data.byteLength);
    return READ[code](held, at + n * Number(code.slice(1)));
  }

  #field(name: string): { at: number; code: Code; count: number } {
    let found = this.#found.get(name);
    if (!found) this.#found.set(name, (found = this.kernels.field(this.of, name)));
    return found;
  }
}
