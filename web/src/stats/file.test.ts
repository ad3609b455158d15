import { describe, expect, it } from 'vitest';
import type { KeptGame } from './game';
import { fileName, keptAlong, merged, parsed, preview, written, type StatsFile } from './file';
import { MOST_BYTES, sizeOf, tooMuch } from './store';

const game = (id: string, more: Partial<KeptGame> = {}): KeptGame => ({
  id,
  at: 1000,
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

describe('a file of games', () => {
  it('is read as it was written', () => {
    const games = [game('A.1', { accuracy: 91, mosaic: 'gg0', colours: [1, 2, 3, 4, 5, 6] })];
    const read = parsed(written(games, { 'hexade.settings': '{}' })) as StatsFile;
    expect(read.games).toEqual(games);
    expect(read.kept).toEqual({ 'hexade.settings': '{}' });
  });

  it('has the day in its name', () => {
    expect(fileName(new Date(2026, 10, 3))).toBe('hexade-2026-11-03.json');
  });

  it('never has the keys to seats, and never brings any', () => {
    const items = { 'hexade.places': 'secret', 'hexade.settings': 's', 'hexade.daily': 'd' };
    const storage = { ...items, getItem: (key: keyof typeof items) => items[key] };
    expect(keptAlong(() => storage as unknown as Storage)).toEqual({
      'hexade.settings': 's',
      'hexade.daily': 'd',
    });
    const read = parsed(written([], { 'hexade.places': 'secret' })) as StatsFile;
    expect(read.kept).toEqual({});
  });

  it('of something else or of a newer version is refused, and says why', () => {
    expect(parsed('hello')).toBe('other');
    expect(parsed('null')).toBe('other');
    expect(parsed('{"format":"hexade-browser/1","kept":{}}')).toBe('other');
    expect(parsed('{"format":"hexade-stats/2","games":[]}')).toBe('newer');
    expect(parsed('{"format":"hexade-stats/x","games":[]}')).toBe('newer');
  });

  it('with what is no game keeps the others', () => {
    const text = JSON.stringify({
      format: 'hexade-stats/1',
      games: [null, 3, {}, { ...game('B.1'), ranks: 'x' }, { ...game('C.1'), me: 7, evil: 1 }],
    });
    const read = parsed(text) as StatsFile;
    expect(read.games).toEqual([game('C.1', { me: null })]);
  });

  it('has no games at times that are none, and no numbers without end', () => {
    const text = written([game('A.1', { at: -5 }), game('B.1', { best: -5 })], {});
    const read = (at: string) => parsed(text.replaceAll(/-5/g, at)) as StatsFile;
    expect(read('1e999').games).toEqual([game('B.1')]);
    expect(read('1e300').games.map(({ id }) => id)).toEqual(['B.1']);
    expect(read('5').games).toEqual([game('A.1', { at: 5 }), game('B.1', { best: 5 })]);
  });
});

describe('an import', () => {
  it('brings what is new, once, and leaves what is known', () => {
    const found = preview([game('A.1')], [game('A.1'), game('B.1'), game('B.1')]);
    expect(found.fresh.map(({ id }) => id)).toEqual(['B.1']);
    expect(found.fuller).toEqual([]);
    expect(found.known).toBe(2);
  });

  it('fills in what is missing here, and never overwrites', () => {
    const ours = game('A.1', { points: [], accuracy: 80 });
    const theirs = game('A.1', { accuracy: 10, mosaic: 'gg0', at: 5 });
    expect(preview([ours], [theirs]).fuller).toEqual([
      game('A.1', { accuracy: 80, mosaic: 'gg0', at: 1000 }),
    ]);
    expect(merged(theirs, ours).accuracy).toBe(10);
  });

  it('twice changes nothing the second time', () => {
    const file = [game('A.1', { accuracy: 80 }), game('B.1')];
    const first = preview([game('A.1')], file);
    const after = [...first.fresh, ...first.fuller];
    expect(preview(after, file)).toEqual({ fresh: [], fuller: [], known: 2 });
  });
});

describe('the room that games take', () => {
  const many = Array.from({ length: 6 }, (_, n) =>
    game(`A.${n}`, { at: n, mosaic: 'x'.repeat(300), colours: [1, 2, 3, 4, 5, 6] }),
  );

  it('is enough for thousands', () => {
    expect(tooMuch(many)).toEqual([]);
    expect(MOST_BYTES / sizeOf([many[0] as KeptGame])).toBeGreaterThan(5000);
  });

  it('is made by the details of the oldest; results stay', () => {
    const thin = tooMuch(many, sizeOf(many) - 400);
    expect(thin.map(({ id }) => id)).toEqual(['A.0', 'A.1']);
    expect(thin[0]?.ranks).toEqual([1, 2]);
    expect(thin[0]?.mosaic).toBeUndefined();
    expect(tooMuch(thin, 1)).toEqual([]);
  });
});
