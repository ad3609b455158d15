import { describe, expect, it } from 'vitest';
import { scatter } from './scatter';

describe('a burst', () => {
  it('is the same each time, and goes all the way round', () => {
    expect(scatter(40)).toEqual(scatter(40));
    const quarters = new Set(scatter(40).map(({ angle }) => Math.floor(angle / 90)));
    expect([...quarters].sort()).toEqual([0, 1, 2, 3]);
  });

  it('has all colours, or those that are named', () => {
    expect(new Set(scatter(12).map(({ colour }) => colour)).size).toBe(6);
    expect(new Set(scatter(12, ['blue']).map(({ colour }) => colour))).toEqual(new Set(['blue']));
  });

  it('keeps each hex on the page until it has flown', () => {
    for (const { far, late, size } of scatter(70)) {
      expect(far).toBeGreaterThan(0.3);
      expect(far).toBeLessThanOrEqual(1);
      expect(late).toBeLessThan(0.3);
      expect(size).toBeGreaterThanOrEqual(20);
    }
  });
});
