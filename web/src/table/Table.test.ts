import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { hush, spoken } from '../kit/announce.svelte';
import Table from './Table.svelte';

/** A server that closes every connection with a code. */
const closing = (code: number) =>
  class {
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: ((event: { code: number }) => void) | null = null;
    constructor() {
      setTimeout(() => this.onclose?.({ code }));
    }
    send = (): void => undefined;
    close = (): void => undefined;
  };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a missing table is announced, and its heading has the focus', async () => {
  hush();
  vi.stubGlobal('WebSocket', closing(4404));
  render(Table, { props: { code: 'ZZZZZZ' } });
  const heading = await screen.findByRole('heading', { name: 'There is no table ZZZZZZ.' });
  await expect.poll(() => document.activeElement).toBe(heading);
  expect(spoken.polite).toBe('There is no table ZZZZZZ.');
});
