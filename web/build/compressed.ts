/** Writes a .br and a .gz beside every text file and every module, so that the server need not compress it. */
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = '**/*.{html,js,css,svg,json,webmanifest,txt,wasm,bin}';
const LEAST = 512; // bytes: smaller files gain nothing

function compress(path: string): void {
  const plain = readFileSync(path);
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  writeFileSync(`${path}.br`, brotliCompressSync(plain, best));
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
}

/** The plugin: runs when all files of a build are written. */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const file of globSync(TEXT, { cwd: folder })) {
        const path = join(folder, file);
        if (statSync(path).size >= LEAST) compress(path);
      }
    },
  };
}
