import { describe, expect, it } from 'vitest';
import { placeOf } from './places';

describe('addresses', () => {
  it('have a screen each', () => {
    expect(placeOf('/').screen).toBe('home');
    expect(placeOf('/t/k7qpxa').props).toEqual({ code: 'K7QPXA' });
    expect(placeOf('/r/ab%20c').props).toEqual({ id: 'ab c' });
    expect(placeOf('/settings').file).toBe('./settings/Settings.svelte');
    expect(placeOf('/t/').screen).toBe('nowhere');
    expect(placeOf('/xyz').screen).toBe('nowhere');
  });

  it('of another table begin anew', () => {
    expect(placeOf('/t/AAAAAA').key).not.toBe(placeOf('/t/BBBBBB').key);
    expect(placeOf('/t/aaaaaa').key).toBe(placeOf('/t/AAAAAA').key);
  });
});
