import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { drawings } from './build/drawings.ts';
import { fonts } from './build/fonts.ts';
import { licences } from './build/licences.ts';
import { worker } from './build/worker.ts';

// The page is built into the Python package, which serves it.
export default defineConfig({
  plugins: [drawings(), fonts(), licences(), svelte(), worker(), compressed()],
  build: { outDir: '../src/hexade/web', emptyOutDir: true, target: 'es2022' },
  server: { proxy: { '/api': { target: process.env.HEXADE_SERVER ?? '', ws: true } } },
});
