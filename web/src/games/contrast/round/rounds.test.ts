import { describe, expect, it } from 'vitest';
import type { GameEvent } from '../../contract';
import game from '../testing/game.fixture.json';
import { couldHave, finished, outcome, rounds, type Round } from './rounds';
import { cardOf, inHand, type Pair } from '../view';

const events = game.events as GameEvent[];

const round = (choices: (string | null)[], symbols: string[] = []): Round => ({
  number: 1,
  picture: '01a',
  rows: choices.map((): Pair[] => [
    ['red', 'yellow'],
    ['blue', 'green'],
  ]),
  choices,
  award: {
    symbols,
    seats: choices.flatMap((choice, seat) => (choice && symbols.includes(choice) ? [seat] : [])),
    stack: 20,
  },
});

describe('rounds gathered from the events of a real game', () => {
  it('know the row of everybody when each picture was turned up', () => {
    const found = rounds(events);
    expect(found.length).toBe(game.rows.length);
    found.forEach((each, n) => expect(each.rows, `round ${n + 1}`).toEqual(game.rows[n]));
  });

  it('have what everybody chose, and the award of all but the one that is on', () => {
    const found = rounds(events);
    expect(finished(found).length).toBe(found.length - 1);
    expect(found.at(-1)?.award).toBeNull();
    const first = events.filter(({ event }) => event === 'choose').slice(0, game.seats);
    expect(found[0]?.choices).toEqual(first.map(({ symbol }) => symbol));
  });

  it('never let anybody choose a symbol that rests', () => {
    for (const { rows, choices } of finished(rounds(events)))
      choices.forEach((symbol, seat) => {
        if (symbol) expect(inHand(rows[seat] ?? [])).toContainEqual(cardOf(symbol));
      });
  });
});

describe('what came of a round', () => {
  it('a majority wins with k of n', () => {
    const told = outcome(round(['big', 'big', 'heavy', 'round'], ['big']));
    expect(told).toEqual({ kind: 'win', symbols: ['big'], k: 2, n: 4 });
  });

  it('counts only those who chose', () => {
    expect(outcome(round(['big', 'big', null], ['big']))).toMatchObject({ k: 2, n: 2 });
  });

  it('two pairs may win together', () => {
    const told = outcome(round(['big', 'big', 'thin', 'thin', 'round'], ['big', 'thin']));
    expect(told).toMatchObject({ kind: 'two', k: 2, n: 5 });
  });

  it.each([
    [['big', 'big', 'big'], 'all'],
    [['big', 'big', 'thin', 'thin'], 'tie'],
    [['big', 'thin', 'round'], 'different'],
    [['big', null, null], 'alone'],
    [[null, null, null], 'nobody'],
    [['big', 'thin'], 'apart'],
  ] as const)('%j without a winner is "%s"', (choices, kind) => {
    expect(outcome(round([...choices])).kind).toBe(kind);
  });

  it('a team of two wins together', () => {
    expect(outcome(round(['big', 'big'], ['big'])).kind).toBe('together');
  });
});

describe('what all could have played', () => {
  it('lists what was chosen before what was not, and the most common first', () => {
    const told = couldHave(round(['big', 'big', 'heavy'], ['big']), 3);
    expect(told).toHaveLength(3);
    expect(told.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(['big', 'heavy']));
    expect(told.every(({ count }) => count === 3)).toBe(true);
  });

  it('leaves out what nobody had', () => {
    const symbols = couldHave(round(['big', 'thin', 'heavy']), 12).map(({ symbol }) => symbol);
    expect(symbols).not.toContain('red');
    expect(symbols).toHaveLength(8);
  });
});
