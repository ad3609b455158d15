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
  vi.stubGlobal('visualViewport', Object.assign(new EventTarget(), { scale: 1 }));
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

describe('a tablet that is folded to a phone', () => {
  const show = (innerWidth: number, innerHeight: number): void =>
    void Object.assign(window, { innerWidth, innerHeight });

  it('is measured again when the page fits the smaller screen', () => {
    settings.text = 100;
    // What is still too wide is shown from further away, as if the screen were larger.
    show(753, 1282);
    dispatchEvent(new Event('resize'));
    expect(screen.upright).toBe(true);
    show(390, 664);
    visualViewport?.dispatchEvent(new Event('resize'));
    expect(screen.upright).toBe(false);
    expect(screen.height).toBe(664);
  });

  it('is not measured while somebody zooms in', () => {
    Object.assign(visualViewport ?? {}, { scale: 2 });
    show(195, 332);
    visualViewport?.dispatchEvent(new Event('resize'));
    expect(screen.width).toBe(390);
  });
});
