import { describe, expect, it } from 'vitest';
import { learn } from '../wire/levels.svelte';
import type { GameInfo } from '../wire/messages';
import { botName, namesOf } from './names';

describe('the name of a bot', () => {
  it('is never its key, even before the names are loaded', () => {
    expect(botName('level3')).toBe('Bot');
    expect(botName('random')).toBe('Random bot');
  });

  it('is the name of its level once loaded', () => {
    learn([{ levels: [{ bot: 'level3', names: { en: 'Friends' } }] } as unknown as GameInfo]);
    expect(botName('level3')).toBe('Friends bot');
    expect(botName('parrot')).toBe('Bot parrot');
    const seat = { name: 'x', bot: 'level3' };
    expect(namesOf([seat, seat])).toEqual(['Mo (Friends)', 'Kim (Friends)']);
  });
});
