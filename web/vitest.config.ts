import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig, mergeConfig } from 'vitest/config';
import page from './vite.config.ts';

// Apart from the build's own settings: whoever only builds needs no tools for tests.
export default mergeConfig(
  page,
  defineConfig({
    plugins: [svelteTesting()],
    test: {
      environment: 'happy-dom',
      include: ['src/**/*.test.ts'],
      setupFiles: ['vitest.setup.ts'],
      // One document for each worker, a fresh context for each file: half the work.
      pool: 'vmThreads',
      testTimeout: 60_000, // machines are shared: time says nothing about the page
      expect: { poll: { timeout: 30_000 } },
    },
  }),
);
