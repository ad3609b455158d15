/**
 * Unpacks what the judges have learned for the page: each `weights/NAME.npz` of the Python package
 * that a game's manifest names becomes a file of plain numbers of 32 bits.
 *
 * No Python runs here: the page is also built where NumPy is missing. The digest in a file's name is
 * that of its bytes, so a manifest that does not fit stops the build.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import type { Plugin } from 'vite';

interface Learned {
  file: string;
  size: number;
  /** By name: where it begins, its kind (f4, i4), and its shape. */
  arrays: Record<string, [number, string, number[]]>;
}

const web = join(import.meta.dirname, '..');
const games = join(web, '..', 'src', 'hexade', 'games');

const CENTRAL = 0x02014b50;
const DEFLATED = 8;

/** The files in a ZIP, by name. */
function unzipped(zip: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === CENTRAL) {
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const lengths = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const [name = 0, extra = 0, comment = 0] = lengths;
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const body = zip.subarray(from, from + packed);
    const called = zip.toString('utf8', at + 46, at + 46 + name);
    found.set(called, method === DEFLATED ? inflateRawSync(body) : body);
    at += 46 + name + extra + comment;
  }
  return found;
}

type Reader = (view: DataView, at: number) => number;
const READERS: Record<string, [number, Reader]> = {
  f2: [2, (view, at) => view.getFloat16(at, true)],
  f4: [4, (view, at) => view.getFloat32(at, true)],
  f8: [8, (view, at) => view.getFloat64(at, true)],
  i1: [1, (view, at) => view.getInt8(at)],
  i2: [2, (view, at) => view.getInt16(at, true)],
  i4: [4, (view, at) => view.getInt32(at, true)],
  i8: [8, (view, at) => Number(view.getBigInt64(at, true))],
  u1: [1, (view, at) => view.getUint8(at)],
  u2: [2, (view, at) => view.getUint16(at, true)],
};

/** The numbers of a NumPy array, row by row. */
function numbers(npy: Buffer, [rows = 1, columns = 1]: number[]): number[] {
  const head = npy[6] === 1 ? 10 : 12;
  const length = head === 10 ? npy.readUInt16LE(8) : npy.readUInt32LE(8);
  const said = npy.toString('latin1', head, head + length);
  const [bytes, read] = READERS[/'descr': '[<|](\w+)'/.exec(said)?.[1] ?? ''] ?? [];
  if (!bytes || !read) throw new Error(`weights are written in another way: ${said}`);
  const body = npy.subarray(head + length);
  const view = new DataView(body.buffer, body.byteOffset, body.length);
  const byColumn = said.includes("'fortran_order': True");
  return Array.from({ length: rows * columns }, (_, n) => {
    const [row, column] = [Math.floor(n / columns), n % columns];
    return read(view, bytes * (byColumn ? column * rows + row : n));
  });
}

/** What was learned for a set-up, as the module reads it. */
function unpacked({ arrays, size, file }: Learned, npz: Buffer): Buffer {
  const all = unzipped(npz);
  const out = Buffer.alloc(size);
  for (const [name, [from, kind, shape]] of Object.entries(arrays)) {
    const npy = all.get(`${name}.npy`);
    if (!npy) throw new Error(`${file}: there is no array ${name}`);
    numbers(npy, shape).forEach((value, n) => {
      if (kind === 'f4') out.writeFloatLE(value, from + 4 * n);
      else out.writeInt32LE(value, from + 4 * n);
    });
  }
  const digest = createHash('sha256').update(out).digest('hex');
  if (!file.includes(digest.slice(0, 8)))
    throw new Error(`${file} is not what was learned: make the modules again`);
  return out;
}

function extract(into: string): void {
  mkdirSync(into, { recursive: true });
  for (const path of globSync('*/local/kernels.json', { cwd: join(web, 'src', 'games') })) {
    const game = path.split(/[\\/]/)[0] ?? '';
    const text = readFileSync(join(web, 'src', 'games', path), 'utf8');
    const { learned = {} } = JSON.parse(text) as { learned?: Record<string, Learned> };
    for (const [name, wanted] of Object.entries(learned)) {
      const target = join(into, wanted.file);
      const [npz] = globSync(`${game}/**/weights/${name}.npz`, { cwd: games });
      if (!npz) throw new Error(`there are no weights ${name} of ${game}`);
      if (!existsSync(target))
        writeFileSync(target, unpacked(wanted, readFileSync(join(games, npz))));
    }
  }
}

/** The plugin: writes the weights into the public folder before serving or building. */
export function weights(): Plugin {
  return {
    name: 'weights',
    configResolved: ({ publicDir }) => extract(join(publicDir, 'assets')),
  };
}
