import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { drawings } from './build/drawings.ts';
import { fonts } from './build/fonts.ts';
import { licences } from './build/licences.ts';
import { localGames } from './build/localGames.ts';
import { plainColours } from './build/plainColours.ts';
import { weights } from './build/weights.ts';
import { worker } from './build/worker.ts';

const SHELL =
  /\/node_modules\/(svelte|esm-env|clsx)\/|\/src\/(kit|wire|settings\/\w+\.svelte\.ts|lobby|sound)\b/;

// The page is built into the Python package, which serves it.
export default defineConfig({
  plugins: [
    drawings(),
    fonts(),
    licences(),
    localGames(),
    plainColours(),
    weights(),
    svelte(),
    worker(),
    compressed(),
  ],
  build: {
    outDir: '../src/hexade/web',
    emptyOutDir: true,
    // The oldest engines that we support: docs/decisions/0098-the-oldest-browsers.md.
    target: ['safari16.0', 'chrome107', 'firefox121'],
    // What every screen needs is one file, and not twenty small ones; so is each language, but for
    // the words of "How to play", which few need.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'words-de', test: /\/src\/(?!.*\/howto\/).*words\/de\.json$/, priority: 2 },
            { name: 'words-nl', test: /\/src\/(?!.*\/howto\/).*words\/nl\.json$/, priority: 2 },
            { name: 'shell', test: SHELL, priority: 1 },
          ],
        },
      },
    },
  },
  // A module, so that a game is a file of its own there too.
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: process.env.HEXADE_SERVER ?? '', ws: true } } },
});
