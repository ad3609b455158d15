import { afterEach, describe, expect, it, vi } from 'vitest';
import { ask, askQuietly, lasting, look } from './lasting.svelte';

/** A browser that keeps what is stored or not, and what it says when it is asked to. */
function browser(persisted: boolean, agrees = true, firefox = false) {
  const persist = vi.fn(() => Promise.resolve(agrees));
  vi.stubGlobal('navigator', { storage: { persisted: () => Promise.resolve(persisted), persist } });
  vi.stubGlobal('CSS', { supports: () => firefox });
  return persist;
}

afterEach(() => {
  vi.unstubAllGlobals();
  lasting.now = 'unknown';
});

describe('what the browser keeps', () => {
  it('is asked for quietly, where it may go', async () => {
    const persist = browser(false);
    await look();
    expect([lasting.now, persist.mock.calls.length]).toEqual(['may-go', 0]);
    await askQuietly();
    expect([lasting.now, persist.mock.calls.length]).toEqual(['kept', 1]);
  });

  it('is not asked for twice where it is kept, and a refusal is a refusal', async () => {
    const persist = browser(true);
    await askQuietly();
    expect([lasting.now, persist.mock.calls.length]).toEqual(['kept', 0]);
    browser(false, false);
    await askQuietly();
    expect(lasting.now).toBe('may-go');
  });

  it('is asked for with a click alone where the browser asks its user', async () => {
    const persist = browser(false, true, true);
    await askQuietly();
    expect(persist).not.toHaveBeenCalled();
    await ask();
    expect([lasting.now, persist.mock.calls.length]).toEqual(['kept', 1]);
  });

  it('is not known where the browser does not say', async () => {
    for (const storage of [undefined, {}, { persisted: () => Promise.reject(new Error('no')) }]) {
      vi.stubGlobal('navigator', { storage });
      await askQuietly();
      await look();
      expect(lasting.now).toBe('unknown');
    }
  });
});
