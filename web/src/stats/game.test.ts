import { describe, expect, it } from 'vitest';
import type { GamePage } from '../games/contract';
import type { Known } from '../wire/fold';
import { endingOf, keptFrom, opponentsOf, packed, pointsOf, scoreText, unpacked } from './game';
import type { KeptGame } from './game';

const page = {
  measure: () => [8, 6],
  colours: () => [1, 2, 3, 4, 5, 6],
  thumbnail: () => [{ q: 0, r: -5, colour: 'red' }],
} as unknown as GamePage;
const over = {
  table: {
    code: 'ABCDEF',
    agreed: { game: 'toy', variant: 'base' },
    seats: [
      { name: 'Nina', avatar: 'fox' },
      { name: 'level2', bot: 'level2' },
    ],
  },
  now: { game: 2, v: 9, view: {}, waiting: [], result: { ranks: [1, 2] }, replay: 'ABCDEF.2' },
  events: [
    { event: 'place', seat: 0, points: [2, 3] },
    { event: 'place', seat: 1, points: [9] },
    { event: 'place', seat: 0, points: [1] },
  ],
} as unknown as Known;

const game = (more: Partial<KeptGame> = {}): KeptGame => ({
  ...(keptFrom(over, page, 0, 1000) as KeptGame),
  ...more,
});

describe('a game that ends', () => {
  it('is kept with its result, points, best move, colours and board', () => {
    expect(game()).toEqual({
      id: 'ABCDEF.2',
      at: 1000,
      game: 'toy',
      variant: 'base',
      players: [
        { name: 'Nina', avatar: 'fox', bot: null },
        { name: 'level2', avatar: '', bot: 'level2' },
      ],
      me: 0,
      ranks: [1, 2],
      points: [8, 6],
      best: 5,
      colours: [1, 2, 3, 4, 5, 6],
      mosaic: 'gb0',
    });
  });

  it('is not kept before its end, nor if a bot has played for oneself', () => {
    const running = { ...over, now: { ...over.now, result: null } } as Known;
    expect(keptFrom(running, page, 0, 1000)).toBeNull();
    const [mine, other] = over.table?.seats ?? [];
    const seats = [{ ...mine, stand_in: 'level1' }, other];
    const lent = { ...over, table: { ...over.table, seats } } as Known;
    expect(keptFrom(lent, page, 0, 1000)).toBeNull();
  });

  it.each([
    [[1, 2], 0, 'won'],
    [[1, 2], 1, 'lost'],
    [[1, 1], 1, 'shared'],
    [[1], 0, 'alone'],
    [[1, 2], null, 'none'],
  ])('with ranks %s for seat %s is %s', (ranks, me, ending) =>
    expect(endingOf({ ranks, me })).toBe(ending),
  );

  it('of a team is kept with whether the goal was reached', () => {
    const team = { ...page, measure: () => [5] } as unknown as GamePage;
    for (const won of [true, false]) {
      const result = { ranks: [1, 1], won };
      const found = keptFrom({ ...over, now: { ...over.now, result } } as Known, team, 0, 1000);
      expect(found?.team).toBe(won);
      expect(found && endingOf(found)).toBe(won ? 'together' : 'missed');
    }
  });

  it('tells one’s own points first; partners share theirs', () => {
    expect(scoreText(game({ me: 1 }))).toBe('6\u00a0:\u00a08');
    const four = ['A', 'B', 'C', 'D'].map((name) => ({ name, avatar: '', bot: null }));
    const team = game({ players: four, ranks: [1, 3, 1, 3], me: 2 });
    expect(pointsOf(team, 2)).toBe(8);
    expect(opponentsOf(team).map(({ name }) => name)).toEqual(['B', 'D']);
  });
});

describe('a board', () => {
  it('is read as it was written', () => {
    const cells = [
      { q: -7, r: 0, colour: 'green' },
      { q: 7, r: -7, colour: 'purple' },
    ] as const;
    expect(unpacked(packed(cells))).toEqual(cells);
  });

  it('that is damaged loses what cannot be read', () => {
    expect(unpacked('gg0g')).toEqual([{ q: 0, r: 0, colour: 'red' }]);
    expect(unpacked('gg9??0')).toEqual([]);
  });
});
