import { describe, expect, it } from 'vitest';
import { namesOf } from './names';
import { changes } from './telling.svelte';

describe('who sits at a table', () => {
  const fox = { name: 'Fox', avatar: 'fox', here: true };

  it('is called by name; bots of a kind are told apart', () => {
    const names = namesOf([fox, { name: 'x', bot: 'random' }, { name: 'y', bot: 'random' }, {}]);
    expect(names).toEqual(['Fox', 'Lucky bot\u00a01', 'Lucky bot\u00a02', 'Seat 4']);
  });

  it('is told when somebody comes, goes, or lets a bot play', () => {
    const say = (before: object, after: object): string[] =>
      changes([fox, before], [fox, after], 0).map(({ text }) => text);
    expect(say({}, { name: 'Owl' })).toEqual(['Owl sat down.']);
    expect(say({ name: 'Owl' }, {})).toEqual(['Owl has left the seat.']);
    expect(say({ name: 'Owl' }, { name: 'Owl', stand_in: 'random' })).toEqual([
      'A bot plays for Owl.',
    ]);
    expect(say({ name: 'Owl' }, { name: 'Owl' })).toEqual([]);
  });

  it('is not told about oneself', () => {
    expect(changes([{}], [fox], 0)).toEqual([]);
  });
});
