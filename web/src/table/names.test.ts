import { describe, expect, it } from 'vitest';
import { botName, namesOf, shownSeats } from './names';

describe('the name of a bot', () => {
  it('is that of its character, if it is one of the levels', () => {
    expect(botName('level1')).toBe('Pip');
    expect([botName('level8'), botName('champion')]).toEqual(['Ember', 'Ember']);
  });

  it('is never a bare key', () => {
    expect(botName('random')).toBe('Random bot');
    expect(botName('lantern')).toBe('Bot lantern');
    expect(botName('level9')).toBe('Bot level9');
  });

  it('has a number where two at a table are the same', () => {
    const seat = { name: 'x', bot: 'level3' };
    expect(namesOf([seat, { name: 'Ada' }, seat])).toEqual(['Kiki\u00a01', 'Ada', 'Kiki\u00a02']);
  });
});

it('seats are shown with names and animals of their bots', () => {
  const shown = shownSeats([
    { name: 'Nina', avatar: 'fox' },
    { name: 'level6', avatar: 'owl', bot: 'level6' },
    { name: 'x', bot: 'random' },
  ]);
  expect(shown.map(({ name, avatar }) => [name, avatar])).toEqual([
    ['Nina', 'fox'],
    ['Sly', 'crab'],
    ['Random bot', 'robot'],
  ]);
});

it('nobody is shown as away in a game over days', () => {
  const seats = [{ name: 'Nina', here: true }, { name: 'Jonas', here: false }, {}];
  const here = (clock: object | null): unknown[] =>
    shownSeats(seats, { clock } as never).map((seat) => seat.here);
  expect(here(null)).toEqual([true, false, undefined]);
  expect(here({ player_s: 600, increment_s: 5 })).toEqual([true, false, undefined]);
  expect(here({ move_s: 3 * 86_400 })).toEqual([true, true, undefined]);
});
