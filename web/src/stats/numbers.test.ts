import { describe, expect, it } from 'vitest';
import { digestOf } from './digest';
import type { KeptGame } from './game';
import { againstOf, bestsOf, chosen, coloursOf, dotsOf, totalsOf } from './numbers';

let clock = 0;
const made = (more: Partial<KeptGame> = {}): KeptGame => ({
  id: `T.${++clock}`,
  at: clock,
  game: 'toy',
  variant: 'base',
  players: [
    { name: 'Nina', avatar: 'fox', bot: null },
    { name: 'x', avatar: '', bot: 'level2' },
  ],
  me: 0,
  ranks: [1, 2],
  points: [8, 6],
  ...more,
});
const alone = (n: number): KeptGame =>
  made({ variant: 'solo', players: made().players.slice(0, 1), ranks: [1], points: [n] });
const newest = (...games: KeptGame[]): KeptGame[] => chosen(games, null);

describe('the totals', () => {
  it('count wins among the games that somebody can win', () => {
    const all = newest(made(), made({ ranks: [2, 1] }), made({ ranks: [1, 1] }), alone(3));
    expect(totalsOf(all)).toMatchObject({ games: 4, won: 33, accuracy: null });
    expect(totalsOf([alone(3)]).won).toBeNull();
  });

  it('take the accuracy of the last ten analysed games', () => {
    const all = Array.from({ length: 12 }, (_, n) => made({ accuracy: n < 2 ? 0 : 80 }));
    expect(totalsOf(newest(...all, made(), made({ accuracy: null })))).toMatchObject({
      accuracy: 80,
      analysed: 12,
    });
  });
});

describe('the curve', () => {
  it('has only dots while fewer than five games are analysed', () => {
    const few = dotsOf(newest(...[1, 2, 3, 4].map((n) => made({ accuracy: n }))));
    expect(few.map(({ accuracy, mean }) => [accuracy, mean])).toEqual([
      [1, null],
      [2, null],
      [3, null],
      [4, null],
    ]);
  });

  it('has the mean of five games', () => {
    const dots = dotsOf(newest(...[10, 20, 30, 40, 50, 60].map((accuracy) => made({ accuracy }))));
    expect(dots.map(({ mean }) => mean)).toEqual([10, 15, 20, 25, 30, 40]);
  });
});

it('colours have points a game, and how often each was the weakest', () => {
  const games = [made({ colours: [1, 2, 3, 4, 5, 6] }), made({ colours: [3, 2, 3, 4, 5, 8] })];
  const found = coloursOf(games);
  expect(found[0]).toEqual({ colour: 'purple', points: 7, weakest: 0 });
  expect(found.find(({ colour }) => colour === 'green')).toMatchObject({ points: 2, weakest: 1 });
  expect(coloursOf([made()])).toEqual([]);
});

it('bests are of whole games; the first of equals counts', () => {
  const first = made({ points: [10, 3], best: 7 });
  const games = newest(
    first,
    made({ points: [9, 2] }),
    alone(4),
    alone(12),
    made({ best: 99, from: true }),
  );
  const found = Object.fromEntries(bestsOf(games).map(({ what, value }) => [what, value]));
  expect(found).toEqual({ alone: 12, margin: 7, move: 7 });
  expect(bestsOf(games).find(({ what }) => what === 'margin')?.game).toBe(first);
});

it('results by opponent leave out larger tables', () => {
  const person = { name: 'Jonas', avatar: 'owl', bot: null };
  const [me] = made().players;
  const games = [
    made(),
    made({ ranks: [2, 1] }),
    made({ players: me ? [me, person] : [] }),
    made({ players: me ? [me, person, person] : [], ranks: [1, 2, 3], points: [1, 2, 3] }),
  ];
  expect(againstOf(games).map(({ games: n, record }) => [n, record.won, record.lost])).toEqual([
    [2, 1, 1],
    [1, 1, 0],
  ]);
});

it('a game played together counts as won or not, for the share and for the partner alike', () => {
  const team = (goal: boolean): KeptGame => made({ ranks: [1, 1], points: [5], team: goal });
  const games = [made(), team(true), team(false), team(false)];
  expect(totalsOf(games).won).toBe(50);
  expect(againstOf(games)).toMatchObject([
    { players: [{ bot: 'level2' }], games: 4, record: { won: 2, lost: 2, shared: 0 } },
  ]);
});

it('the digest has what home needs: latest games, ladders, bests alone, people met', () => {
  const jonas = { name: 'Jonas', avatar: 'owl', bot: null };
  const [me] = made().players;
  const met = made({ at: 9999, players: me ? [me, jonas] : [] });
  const found = digestOf([alone(4), made(), made(), alone(12), alone(9), met]);
  expect(found.count).toBe(6);
  expect(found.latest[0]?.id).toBe(met.id);
  expect(found.climbs['toy base']?.tallies[1]).toEqual({ won: 2, lost: 0 });
  expect(found.solo['toy solo']).toMatchObject({ best: 12, last: 9, recent: [4, 12, 9] });
  expect(found.met).toMatchObject([{ name: 'Jonas', games: 1, game: 'toy' }]);
});
