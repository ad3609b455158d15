import { describe, expect, it } from 'vitest';
import type { GameEvent, Remark } from '../games/contract';
import { MOST, shownIn, type Shown } from './emotes';

const SEATS = [{ bot: null }, { bot: 'level1' }];
const move = (seat: number, ...points: number[]): GameEvent => ({ event: 'place', seat, points });
const calm = Array.from({ length: 8 }, (_, n) => move(n % 2, 3));

describe('the emotes of bots', () => {
  it('say nothing of ordinary moves', () => {
    expect(shownIn(calm, SEATS)).toEqual([]);
    expect(shownIn([...calm, move(1, 3)], SEATS)).toEqual([]);
  });

  it('are about a move that beats all before it, their own or another’s', () => {
    expect(shownIn([...calm, move(1, 3, 2)], SEATS)).toEqual([{ seat: 1, emote: 'grinning-face' }]);
    expect(shownIn([...calm, move(0, 9)], SEATS)).toEqual([{ seat: 1, emote: 'astonished-face' }]);
  });

  it('are at most two a game, one of them at the end', () => {
    const wild = [4, 5, 6, 7, 8].map((points) => move(1, points));
    const all = shownIn([...calm, ...wild], SEATS, { ranks: [1, 2] });
    expect(all.map(({ emote }) => emote)).toEqual(['grinning-face', 'clapping-hands']);
    expect(all.length).toBe(MOST);
    expect(shownIn([], SEATS, { ranks: [2, 1] })).toEqual([{ seat: 1, emote: 'party-popper' }]);
  });

  it('are about what a game calls remarkable, its mishaps too', () => {
    const seen = (...remarks: Remark[]): Shown[] => shownIn([], SEATS, null, () => remarks);
    expect(seen({ what: 'great', seats: [1] })).toEqual([{ seat: 1, emote: 'grinning-face' }]);
    expect(seen({ what: 'great', seats: [0, 1] })).toEqual([{ seat: 1, emote: 'grinning-face' }]);
    expect(seen({ what: 'great', seats: [0] })).toEqual([{ seat: 1, emote: 'astonished-face' }]);
    expect(seen({ what: 'wonder', seats: [] })).toEqual([{ seat: 1, emote: 'astonished-face' }]);
    const [kiki] = shownIn([], [{ bot: 'level3' }], null, () => [{ what: 'mishap', seats: [0] }]);
    expect(kiki?.emote).toBe('face-with-tears-of-joy');
    // Nobody laughs at the mishap of another, and one thing is enough before the end.
    expect(seen({ what: 'mishap', seats: [0] })).toEqual([]);
    expect(seen({ what: 'mishap', seats: [0] }, { what: 'wonder', seats: [] })).toHaveLength(1);
    const many: Remark[] = Array.from({ length: 9 }, () => ({ what: 'wonder', seats: [] }));
    expect(shownIn([], SEATS, { ranks: [1, 2] }, () => many)).toHaveLength(MOST);
  });

  it('come from bots with a character alone', () => {
    expect(shownIn([...calm, move(0, 9)], [{ bot: null }, { bot: 'random' }])).toEqual([]);
    expect(shownIn([], [{}, {}], { ranks: [1, 2] })).toEqual([]);
  });
});
