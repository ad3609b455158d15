/** The page's own code as Node can run it: in one file, without what only a bundler knows. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** Import what some files export, and one more file of given source; addresses (`?url`) are empty. */
export async function bundled<T>(files: string[], source = ''): Promise<T> {
  const exports = files.map((path) => `export * from ${JSON.stringify(path)};`);
  const made = await rolldown({
    input: 'entry',
    plugins: [
      {
        name: 'entry-and-addresses',
        resolveId: (id, _importer, { kind }) => {
          if (kind === 'dynamic-import') return { id, external: true }; // loaded by a page alone
          return id === 'entry' || id.endsWith('?url') ? `\0${id}` : null;
        },
        load: (id) => {
          if (id === '\0entry') return [...exports, source].join('\n');
          return id.startsWith('\0') ? `export default '';` : null;
        },
      },
    ],
  });
  const folder = mkdtempSync(join(tmpdir(), 'hexade-local-'));
  const out = join(folder, 'bundle.mjs');
  try {
    await made.write({ file: out, format: 'esm' });
    return (await import(pathToFileURL(out).href)) as T;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
