import { afterEach, describe, expect, it } from 'vitest';
import { defaults, parse, read, write } from './schema';

afterEach(() => localStorage.clear());

describe('stored settings', () => {
  it('are read as they were written', () => {
    const mine = { ...defaults(), theme: 'dark' as const, volume: 0, text: 150, keys: false };
    mine.sounds.clock = false;
    write(mine);
    expect(read()).toEqual(mine);
  });

  it('have their defaults if nothing valid is stored', () => {
    expect(parse(null)).toEqual(defaults());
    expect(parse('{')).toEqual(defaults());
    expect(parse('null')).toEqual(defaults());
    expect(parse('{"theme":"pink","volume":900,"text":"big","solid":1}')).toEqual(defaults());
  });

  it('keep valid values beside invalid ones', () => {
    const found = parse('{"theme":"pink","letters":true,"sounds":{"lines":false,"horns":false}}');
    expect(found.letters).toBe(true);
    expect(found.theme).toBe('auto');
    expect(found.sounds).toEqual({ ...defaults().sounds, lines: false });
  });
});
