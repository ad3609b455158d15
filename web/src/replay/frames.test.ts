import { describe, expect, it } from 'vitest';
import type { GameEvent, GamePage } from '../games/contract';
import type { Replay } from '../wire/messages';
import { averages, biggest, keyed, keyFrames, marks, nowAt, series, turns, within } from './frames';

const place = (seat: number, points: number[]): Record<string, unknown> => ({
  event: 'place',
  seat,
  points,
});
const frame = (v: number, weak: number[], events: Record<string, unknown>[] = []) => ({
  v,
  events,
  view: { weak },
  scores: weak,
});
const REPLAY = {
  id: 'abc',
  start: 0,
  seed: 1,
  agreed: { game: 'toy' },
  players: ['Ada', 'Ben'].map((name) => ({ name, avatar: 'fox', bot: null })),
  result: { ranks: [1, 2] },
  frames: [
    frame(2, [0, 0]),
    frame(4, [1, 0], [place(0, [1, 0])]),
    frame(6, [1, 3], [place(1, [3, 4])]),
    frame(8, [4, 3], [place(0, [2, 5])]),
  ],
} as unknown as Replay;
const PAGE = {
  measure: (view: Record<string, unknown>) => view.weak as number[],
  marks: (before: Record<string, unknown>, after: Record<string, unknown>) =>
    (after.weak as number[]).flatMap((value, seat) =>
      value >= 4 && ((before.weak as number[])[seat] ?? 0) < 4 ? [{ seat, colour: 'red' }] : [],
    ),
} as unknown as GamePage;

describe('a replay', () => {
  it('has a line of the graph for each seat', () => {
    expect(series(REPLAY, PAGE).map((line) => line.values)).toEqual([
      [0, 1, 1, 4],
      [0, 0, 3, 3],
    ]);
  });

  it('joins the names of a team', () => {
    const four = { ...REPLAY, players: [...REPLAY.players, ...REPLAY.players] };
    const lines = series(four, PAGE);
    expect(lines.map((line) => line.seats)).toEqual([
      [0, 2],
      [1, 3],
    ]);
    expect(lines[0]?.label).toBe('Ada\u00a01 + Ada\u00a02');
  });

  it('knows its biggest move, the first of equals, and the points a move', () => {
    expect(biggest(REPLAY, PAGE)).toMatchObject({ frame: 2, seat: 1, points: 7 });
    expect(averages(REPLAY, PAGE)).toEqual([4, 7]);
  });

  it('counts only what was gained if its game distinguishes it', () => {
    const gained = (event: GameEvent) => (event.seat === 1 ? [1, 1] : undefined);
    const page = { ...PAGE, gained };
    expect(biggest(REPLAY, page)).toMatchObject({ frame: 3, seat: 0, points: 7 });
    expect(averages(REPLAY, page)).toEqual([4, 2]);
    expect(biggest(REPLAY, page)?.event, 'not told apart for this seat').not.toHaveProperty(
      'gained',
    );
    const capped = { ...PAGE, gained: () => [2, 1] };
    expect(biggest(REPLAY, capped)?.event).toMatchObject({ gained: [2, 1] });
  });

  it('passes the views before and after to the game, to find what was gained', () => {
    const weak = (view: Record<string, unknown>, seat = 0) => (view.weak as number[])[seat] ?? 0;
    const gained: GamePage['gained'] = ({ seat }, before, after) => [
      weak(after, seat) - weak(before, seat),
    ];
    expect(averages(REPLAY, { ...PAGE, gained })).toEqual([2, 3]);
  });

  it('jumps to marks and changes of the lead', () => {
    expect(turns(series(REPLAY, PAGE))).toEqual([2, 3]);
    expect(marks(REPLAY, PAGE)).toEqual([{ frame: 3, seat: 0, colour: 'red' }]);
    expect(keyFrames(REPLAY, PAGE)).toEqual([2, 3]);
  });

  it('follows the keys and never leaves the game', () => {
    expect(keyed('ArrowRight', 3, 3, [])).toBe(3);
    expect(keyed('PageUp', 3, 40, [])).toBe(0);
    expect(keyed('n', 0, 40, [2, 9])).toBe(2);
    expect(keyed('N', 9, 40, [2, 9])).toBe(2);
    expect(keyed('q', 9, 40, [])).toBeNull();
    expect(within(REPLAY, 99)).toBe(3);
    expect(within(REPLAY, NaN)).toBe(3);
  });

  it('has its result only at the end', () => {
    expect(nowAt(REPLAY, 2).result).toBeNull();
    expect(nowAt(REPLAY, 3).result).toEqual(REPLAY.result);
  });
});
