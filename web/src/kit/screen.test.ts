import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { settings } from '../settings/preferences.svelte';
import { measure, screen } from './screen.svelte';

// Fingers, as on a phone.
vi.hoisted(() => {
  const fingers = (query: string) => ({
    matches: query === '(pointer: coarse)',
    addEventListener: () => {},
  });
  vi.stubGlobal('matchMedia', fingers);
});

let stop = (): void => {};
beforeAll(() => {
  stop = measure();
});
afterAll(() => stop());

describe('a phone in landscape', () => {
  it.each([
    [844, 390, 100, true],
    [740, 360, 100, true],
    [667, 375, 100, true],
    [568, 320, 100, false],
    [844, 390, 130, false],
    [390, 844, 100, false],
  ])('%i × %i, text of %i %%: side by side is %s', (width, height, text, turned) => {
    Object.assign(window, { innerWidth: width, innerHeight: height });
    settings.text = text;
    dispatchEvent(new Event('resize'));
    expect(screen.phone).toBe(true);
    expect(screen.turned).toBe(turned);
  });
});
