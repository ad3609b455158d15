import { describe, expect, it } from 'vitest';
import { screenFor } from './router.svelte';

describe('addresses', () => {
  it('have one screen each', () => {
    expect(screenFor('/').screen).toBe('home');
    expect(screenFor('/t/k7qpxa').props).toEqual({ code: 'K7QPXA' });
    expect(screenFor('/r/ab%20c').props).toEqual({ id: 'ab c' });
    expect(screenFor('/learn').file).toBe('./learn/Learn.svelte');
    expect(screenFor('/learn/x').props).toEqual({ game: 'x' });
    expect(screenFor('/rules/x').file).toBe('./rules/Rules.svelte');
    expect(screenFor('/bots').file).toBe('./bots/Bots.svelte');
    expect(screenFor('/stats').file).toBe('./stats/Stats.svelte');
    expect(screenFor('/settings').file).toBe('./settings/Settings.svelte');
    expect(screenFor('/privacy').file).toBe('./about/Privacy.svelte');
    expect(screenFor('/t/').screen).toBe('nowhere');
    expect(screenFor('/xyz').screen).toBe('nowhere');
  });

  it('of a table on a television have a screen of their own', () => {
    expect(screenFor('/t/k7qpxa', '#tv').file).toBe('./tv/Tv.svelte');
    expect(screenFor('/t/k7qpxa', '#tv').props).toEqual({ code: 'K7QPXA' });
    expect(screenFor('/t/k7qpxa', '#main').file).toBe('./table/Table.svelte');
  });

  it('that cannot be decoded lead nowhere', () => {
    expect(screenFor('/%E0').screen).toBe('nowhere');
  });

  it('of another table create a new screen', () => {
    expect(screenFor('/t/AAAAAA').key).not.toBe(screenFor('/t/BBBBBB').key);
    expect(screenFor('/t/aaaaaa').key).toBe(screenFor('/t/AAAAAA').key);
  });
});
