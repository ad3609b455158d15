/** Builds the service worker: its code, preceded by the list of files to cache offline. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const source = join(import.meta.dirname, '..', 'src', 'offline', 'worker.ts');
// Fonts of alphabets that the page does not use, and pictures of games, are fetched when needed.
const WANTED =
  '{assets/*.{js,css},assets/*latin-{wght,standard}*.woff2,icons/*,*.webmanifest,licences.json}';

function written(files: string[], version: string): string {
  // Node strips the types itself: the build needs no compiler.
  const plain = stripTypeScriptTypes(readFileSync(source, 'utf8'));
  const head = `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(files)};\n`;
  return head + plain.replace(/^export {};\n?/m, '');
}

/** The plugin: writes sw.js after all other files. */
export function worker(): Plugin {
  let folder = '';
  return {
    name: 'worker',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      if (!existsSync(join(folder, 'index.html'))) return; // the build failed
      const found = globSync(WANTED, { cwd: folder }).filter((file) => !/\.(br|gz)$/.test(file));
      const digest = createHash('sha256').update(readFileSync(join(folder, 'index.html')));
      for (const file of found.sort()) digest.update(file).update(readFileSync(join(folder, file)));
      const files = ['/', ...found.map((file) => `/${file}`)];
      writeFileSync(join(folder, 'sw.js'), written(files, digest.digest('hex').slice(0, 12)));
    },
  };
}
