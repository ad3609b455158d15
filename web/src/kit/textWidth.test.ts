import { describe, expect, it } from 'vitest';
import { widest } from './textWidth';

describe('the estimated width of words', () => {
  it('is that of the longest one, by its letters', () => {
    expect(widest(['Bot', 'Stammtisch'])).toBeCloseTo(widest(['Stammtisch']));
    expect(widest(['WWWW'])).toBeGreaterThan(2 * widest(['illi']));
  });

  it('is never zero, whatever letters a name has', () => {
    expect(widest([''])).toBe(1);
    expect(widest(['🦊🦊'])).toBeGreaterThan(2);
  });
});
