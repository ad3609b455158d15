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
      // Whole boards are drawn here; on a busy machine that takes its time.
      testTimeout: 30_000,
    },
  }),
);
