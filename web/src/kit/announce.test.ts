import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import LiveRegions from './LiveRegions.svelte';
import { announce, hush, sentences } from './announce.svelte';
import { language } from './i18n.svelte';

const region = (role: string): string =>
  document.querySelector(`[role="${role}"]`)?.textContent ?? 'not there';

beforeEach(() => {
  vi.useFakeTimers();
  hush();
  render(LiveRegions);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a live region', () => {
  it('announces a text, also the same one twice, and is cleared after some seconds', async () => {
    announce('Your turn', true);
    announce('Mira placed a tile');
    await tick();
    expect([region('alert'), region('status')]).toEqual(['Your turn', 'Mira placed a tile']);
    vi.advanceTimersByTime(6000);
    announce('Mira placed a tile');
    await tick();
    expect(region('status')).toBe('Mira placed a tile ');
    vi.advanceTimersByTime(2000);
    await tick();
    expect([region('alert'), region('status')], 'each has its own time').toEqual([
      '',
      'Mira placed a tile ',
    ]);
    vi.advanceTimersByTime(10_000);
    await tick();
    expect(region('status')).toBe('');
  });

  it('clears an outdated text, but not a later one', async () => {
    const first = announce('Your turn', true);
    first();
    await tick();
    expect(region('alert')).toBe('');
    const second = announce('Your turn', true);
    announce('You win!', true);
    second();
    await tick();
    expect(region('alert')).toBe('You win!');
  });

  it('is cleared when the language changes', async () => {
    announce('Step 2 of 6');
    announce('Your turn', true);
    await tick();
    language.now = 'de';
    await language.ready();
    await tick();
    expect([region('alert'), region('status')]).toEqual(['', '']);
    language.now = 'en';
    await tick();
    expect([region('alert'), region('status')]).toEqual(['', '']);
  });
});

it('joined texts have one full stop each', () => {
  expect(sentences(['Move 3 of 9', 'Ada: thick.', 'You win!'])).toBe(
    'Move 3 of 9. Ada: thick. You win!',
  );
});
