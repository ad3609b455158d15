/** How long tests wait for what must come: machines are shared, so a second says nothing. */
import { configure } from '@testing-library/svelte';
import { vi } from 'vitest';

const PATIENCE = 30_000;
configure({ asyncUtilTimeout: PATIENCE });
const waitFor = vi.waitFor.bind(vi);
vi.waitFor = (callback, options = { timeout: PATIENCE }) => waitFor(callback, options);
