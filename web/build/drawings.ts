/** Extracts the drawings that are used from large icon sets, as separate files.
 *
 * Each `drawings.json` under src/ names a set and the drawings that it needs: either `names`, or the
 * `column` of a `table` (CSV), as a path from the repository's root. The address of a set contains
 * its version, so that browsers can cache the files for ever. */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Manifest {
  set: string;
  names?: string[];
  table?: string;
  column?: string;
}
interface IconSet {
  width?: number;
  height?: number;
  icons: Record<string, { body: string; width?: number; height?: number }>;
  aliases?: Record<string, { parent: string }>;
}

const web = join(import.meta.dirname, '..');
const json = <T>(...path: string[]): T => JSON.parse(readFileSync(join(...path), 'utf8')) as T;

function manifests(): Manifest[] {
  return globSync('src/**/drawings.json', { cwd: web }).map((path) => json<Manifest>(web, path));
}

/** The addresses of all sets that are used. */
function addresses(): Record<string, string> {
  const sets = [...new Set(manifests().map(({ set }) => set))];
  const version = (set: string): string =>
    json<{ version: string }>(web, 'node_modules/@iconify-json', set, 'package.json').version;
  return Object.fromEntries(sets.map((set) => [set, `/assets/${set}-${version(set)}`]));
}

function wanted({ names = [], table, column }: Manifest): string[] {
  if (!table || !column) return names;
  const [head = '', ...rows] = readFileSync(join(web, '..', table), 'utf8')
    .trim()
    .split(/\r?\n/);
  const place = head.split(',').indexOf(column);
  if (place < 0) throw new Error(`${table} has no column ${column}`);
  return [...names, ...rows.map((row) => row.split(',')[place] ?? '')];
}

function drawing(set: IconSet, name: string): string {
  const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ''];
  if (!icon) throw new Error(`there is no drawing ${name}`);
  const box = `0 0 ${icon.width ?? set.width ?? 16} ${icon.height ?? set.height ?? 16}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${icon.body}</svg>\n`;
}

function extract(into: string): void {
  const at = addresses();
  for (const manifest of manifests()) {
    const set = json<IconSet>(web, 'node_modules/@iconify-json', manifest.set, 'icons.json');
    const folder = join(into, at[manifest.set] ?? '');
    mkdirSync(folder, { recursive: true });
    for (const name of wanted(manifest)) {
      const file = join(folder, `${name}.svg`);
      if (!existsSync(file)) writeFileSync(file, drawing(set, name));
    }
  }
}

/** The plugin: writes the drawings into the public folder before serving or building. */
export function drawings(): Plugin {
  return {
    name: 'drawings',
    config: () => ({ define: { DRAWING_FOLDERS: JSON.stringify(addresses()) } }),
    configResolved: ({ publicDir }) => extract(publicDir),
  };
}
