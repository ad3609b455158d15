/** Builds the service worker: its code, preceded by the list of files to cache offline. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const source = join(import.meta.dirname, '..', 'src', 'offline', 'worker.ts');
// Fonts of alphabets that the page does not use are fetched when needed. Games play offline: their
// modules and weights come with the page, their pictures when it is there.
const WANTED =
  '{assets/*.{js,css,wasm,bin},assets/*latin-{wght,standard}*.woff2,icons/*,offline/*.json,*.webmanifest,licences.json}';
const PICTURES = 'assets/*/*.svg';

const listed = (pattern: string, folder: string): string[] =>
  globSync(pattern, { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(br|gz)$/.test(file))
    .sort();

function written(lists: Record<string, unknown>): string {
  // Node strips the types itself: the build needs no compiler.
  const plain = stripTypeScriptTypes(readFileSync(source, 'utf8'));
  const head = Object.entries(lists)
    .map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`)
    .join('');
  return head + plain.replace(/^export {};\n?/m, '');
}

/** The plugin: writes sw.js after all other files. */
export function worker(): Plugin {
  let folder = '';
  let mode = '';
  return {
    name: 'worker',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
      mode = config.mode;
    },
    closeBundle() {
      if (!existsSync(join(folder, 'index.html'))) return; // the build failed
      const found = listed(WANTED, folder);
      const pictures = listed(PICTURES, folder);
      const digest = createHash('sha256').update(readFileSync(join(folder, 'index.html')));
      for (const file of found) digest.update(file).update(readFileSync(join(folder, file)));
      const files = ['', ...found];
      const version = digest.digest('hex').slice(0, 12);
      const lists = { VERSION: version, FILES: files, PICTURES: pictures, SERVER: mode !== 'site' };
      writeFileSync(join(folder, 'sw.js'), written(lists));
    },
  };
}
