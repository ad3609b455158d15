import { describe, expect, it } from 'vitest';
import { widest } from './textWidth';

describe('how wide words are', () => {
  it('is told by the longest of them, and by its letters', () => {
    expect(widest(['Bot', 'Stammtisch'])).toBeCloseTo(widest(['Stammtisch']));
    expect(widest(['WWWW'])).toBeGreaterThan(2 * widest(['illi']));
  });

  it('is never nothing, whatever letters a name has', () => {
    expect(widest([''])).toBe(1);
    expect(widest(['🦊🦊'])).toBeGreaterThan(2);
  });
});
