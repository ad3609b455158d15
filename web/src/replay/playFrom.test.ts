import { describe, expect, it } from 'vitest';
import type { Replay } from '../wire/messages';
import { playFrom } from './playFrom';
import { recordOf } from './record';

const REPLAY = {
  id: 'abc',
  start: 1,
  seed: 7,
  agreed: { game: 'toy', variant: 'base', edition: null, options: { rounds: 2 } },
  players: [{ name: 'Ada' }, { name: 'Ben' }, { name: 'Cem' }],
  result: { ranks: [1, 2, 3] },
  frames: [
    { v: 3, events: [{ event: 'draw' }], waiting: [1] },
    { v: 5, events: [{ event: 'place', seat: 1 }], waiting: [2] },
  ],
} as unknown as Replay;
const ME = { name: 'Fox 27', avatar: 'fox' };

describe('playing on from a replay', () => {
  it('takes the seat to move, and bots for the others', () => {
    const request = playFrom(REPLAY, 1, ME, 'greedy');
    expect(request.sit).toEqual({ ...ME, seat: 2 });
    expect(request.bots).toEqual(['greedy', 'greedy']);
    expect(request.from).toEqual({ replay: 'abc', v: 5 });
    expect(request.start).toBe(true);
  });

  it('takes the seat of the only person who played against bots', () => {
    const players = [
      { name: 'Pip', bot: 'level1' },
      { name: 'Ada' },
      { name: 'Kiki', bot: 'level2' },
    ];
    const replay = { ...REPLAY, players } as unknown as Replay;
    expect(playFrom(replay, 1, ME, 'greedy').sit?.seat).toBe(1);
  });

  it("keeps one's own seat at the end of one's own game", () => {
    expect(playFrom(REPLAY, 0, ME, 'greedy', 0).sit?.seat).toBe(0);
  });
});

describe('a record', () => {
  it('is one line with all events and what was agreed', () => {
    const text = recordOf(REPLAY);
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(text)).toEqual({
      format: 'hexade-record/1',
      game: 'toy',
      variant: 'base',
      rounds: 2,
      seats: ['Ada', 'Ben', 'Cem'],
      start: 1,
      seed: 7,
      events: [{ event: 'draw' }, { event: 'place', seat: 1 }],
      result: { ranks: [1, 2, 3] },
    });
  });
});
