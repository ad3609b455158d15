import { expect, it } from 'vitest';
import type { GameEvent, Remark } from '../contract';
import game from './testing/game.fixture.json';
import { remarks } from './remarks';

/** A picture for which everybody chooses, and the symbols that win it. */
function picture(choices: string[], won: string[] = []): GameEvent[] {
  const seats = choices.flatMap((one, seat) => (won.includes(one) ? [seat] : []));
  return [
    { event: 'picture', picture: '01a' },
    ...choices.map((symbol, seat) => ({ event: 'choose', seat, symbol })),
    { event: 'award', symbols: won, seats, stack: 9 },
  ];
}
const rows = (seats: number): GameEvent[] =>
  Array.from({ length: seats }, (_, seat) => ({
    event: 'row',
    seat,
    cards: [
      ['red', 'yellow'],
      ['blue', 'green'],
    ],
  }));
/** What is remarkable in pictures that come after six ordinary ones. */
function after(calm: string[], ...pictures: GameEvent[][]): Remark[] {
  const before = Array.from({ length: 6 }, () => picture(calm)).flat();
  return remarks([...rows(calm.length), ...before, ...pictures.flat()]);
}
const FOUR = ['big', 'thick', 'round', 'heavy'];

it('two of four who chose alike did a great thing, three of four an ordinary one', () => {
  const two = picture(['big', 'round', 'big', 'heavy'], ['big']);
  expect(after(FOUR, two)).toEqual([{ what: 'great', seats: [0, 2] }]);
  expect(after(FOUR, picture(['big', 'big', 'big', 'heavy'], ['big']))).toEqual([]);
  expect(after(FOUR, picture(FOUR))).toEqual([]);
  expect(remarks([...rows(4), ...two])).toEqual([]);
});

it('two of three are what usually wins', () => {
  const three = ['big', 'thick', 'round'];
  expect(after(three, picture(['big', 'big', 'round'], ['big']))).toEqual([]);
});

it('all who choose the same are a wonder: nobody wins', () => {
  expect(after(FOUR, picture(['big', 'big', 'big', 'big']))).toEqual([
    { what: 'wonder', seats: [] },
  ]);
});

it('a pair is remarkable after four pictures in a row', () => {
  const both = picture(['big', 'big'], ['big']);
  const apart = ['big', 'round'];
  expect(after(apart, both, both, both)).toEqual([]);
  const great = [{ what: 'great', seats: [0, 1] }];
  expect(after(apart, both, both, both, both, both)).toEqual(great);
  expect(after(apart, both, both, picture(apart), both, both)).toEqual([]);
});

it('reads the events of a real game', () => {
  for (const { what } of remarks(game.events as GameEvent[]))
    expect(['great', 'wonder']).toContain(what);
});
