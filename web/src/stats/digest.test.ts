import { beforeEach, describe, expect, it } from 'vitest';
import { digestOf, empty, readDigest, recordOf, writeDigest } from './digest';
import type { KeptGame } from './game';

const made = (id: string, at: number, points: number, more: Partial<KeptGame> = {}): KeptGame => ({
  id,
  at,
  game: 'toy',
  variant: 'solo',
  players: [{ name: 'Ada', avatar: 'fox', bot: null }],
  me: 0,
  ranks: [1],
  points: [points],
  ...more,
});

beforeEach(() => localStorage.clear());

describe('a result alone', () => {
  const played = [made('A.1', 1, 9), made('A.2', 2, 7), made('A.3', 3, 9)];
  const seen = (games: KeptGame[], one: KeptGame) => recordOf(games, one, one.points[0] ?? 0);

  it('is a record if it is better than all before, and stays one when it is seen again', () => {
    expect(seen(played, made('A.1', 0, 9))).toEqual({ record: false, best: 9 }); // the first one
    expect(seen(played, made('A.2', 0, 7))).toEqual({ record: false, best: 9 });
    expect(seen(played, made('A.3', 0, 9))).toEqual({ record: false, best: 9 });
  });

  it('may not be kept yet', () => {
    expect(seen([], made('A.4', 4, 2))).toEqual({ record: false, best: 2 });
    expect(seen(played, made('A.4', 4, 8))).toEqual({ record: false, best: 9 });
    expect(seen(played, made('A.4', 4, 10))).toEqual({ record: true, best: 10 });
  });

  it('is compared as the statistics do it: by variant, and with whole games only', () => {
    const others = [made('A.1', 1, 20, { variant: 'other' }), made('A.2', 2, 20, { from: true })];
    expect(seen(others, made('A.4', 4, 8))).toEqual({ record: false, best: 8 });
    expect(seen(played, made('A.4', 4, 8)).best).toBe(digestOf(played).solo['toy solo']?.best);
  });

  it('is not written anywhere else', () => {
    seen(played, made('A.4', 4, 10));
    expect(localStorage.length).toBe(0);
  });
});

describe('the digest', () => {
  it('comes back as it was written', () => {
    const digest = digestOf([made('A.1', 1, 9)]);
    writeDigest(digest);
    expect(readDigest()).toEqual(digest);
  });

  it.each([
    '{"format":1}',
    '{"format":1,"count":1,"latest":null,"climbs":{},"solo":{},"met":[]}',
    '{"format":1,"count":1,"latest":[],"climbs":{},"solo":null,"met":[]}',
    '{"format":1,"count":1,"latest":[{"id":"A.1","at":null}],"climbs":{},"solo":{},"met":[]}',
    '7',
  ])('is made anew where it is broken: %s', (text) => {
    localStorage.setItem('hexade.played', text);
    expect(readDigest()).toEqual(empty());
  });
});
