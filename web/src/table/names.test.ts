import { describe, expect, it } from 'vitest';
import { learn } from '../wire/levels.svelte';
import type { GameInfo } from '../wire/messages';
import { botName, namesOf } from './names';

describe('what a bot is called', () => {
  it('is never a key of the program, even before the names are there', () => {
    expect(botName('level3')).toBe('Bot');
    expect(botName('random')).toBe('Random bot');
  });

  it('is the name of its level as soon as the server has told', () => {
    learn([{ levels: [{ bot: 'level3', names: { en: 'Friends' } }] } as unknown as GameInfo]);
    expect(botName('level3')).toBe('Friends bot');
    expect(botName('parrot')).toBe('Bot parrot');
    const seat = { name: 'x', bot: 'level3' };
    expect(namesOf([seat, seat])).toEqual(['Mo (Friends)', 'Kim (Friends)']);
  });
});
