import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../../settings/preferences.svelte';
import moments from '../testing/moments.json';
import { Playback, type Moment } from './playback.svelte';

const all = moments as unknown as Moment[];
const at = (n: number): Moment => all[n] as Moment;
const sounds: string[] = [];
let hidden = false;
/** Who looks on. */
let seat = 2;
const playback = (n: number): Playback =>
  new Playback(
    at(n),
    (name) => sounds.push(name),
    () => hidden,
    () => seat,
  );
/** Show all that has come; returns how long it takes, in milliseconds. */
async function lasted(shown: Playback): Promise<number> {
  const began = Date.now();
  while (shown.showing) await vi.advanceTimersByTimeAsync(5);
  return Date.now() - began;
}

beforeEach(() => {
  vi.useFakeTimers();
  sounds.length = 0;
  hidden = false;
  seat = 2;
  settings.speed = 1;
});
afterEach(() => {
  vi.useRealTimers();
  settings.speed = 1;
});

describe('what others do', () => {
  it('is shown one thing after the other, each with its state', async () => {
    const shown = playback(1);
    for (const n of [2, 3, 4]) shown.follow(at(n));
    expect(shown.moment, 'nothing has landed yet').toBe(at(1));
    expect(shown.flip).toMatchObject({ colour: 'y', good: true, stage: 'leave' });
    const seen = new Set([shown.moment]);
    while (shown.showing) {
      await vi.advanceTimersByTimeAsync(20);
      seen.add(shown.moment);
    }
    expect([...seen]).toEqual([at(1), at(2), at(3), at(4)]);
    expect(sounds.filter((name) => name.startsWith('rise'))).toEqual(['rise-1', 'rise-2']);
    expect(sounds.at(-1), 'the tiles were taken').toBe('match');
  });

  it('hangs on the edge longer with each tile of one’s own, and beats louder', async () => {
    seat = 1;
    const shown = playback(1);
    const hangs: number[] = [];
    for (const n of [2, 3]) {
      shown.follow(at(n));
      while (shown.showing) {
        if (shown.flip?.stage === 'hang') hangs.push(shown.flip.ms);
        await vi.advanceTimersByTimeAsync(20);
      }
    }
    expect([...new Set(hangs)]).toEqual([120, 180]);
    expect(sounds.filter((name) => name.startsWith('heart'))).toEqual(['heart-3', 'heart-5']);
  });

  it('ends with a bad tile that stays told until the next one is turned up', async () => {
    const shown = playback(6);
    shown.follow(at(7));
    await vi.runAllTimersAsync();
    expect(shown.showing).toBe(false);
    expect(shown.fallen).toMatchObject({ seat: 0, up: ['p', 'y'], end: 'bad' });
    expect(sounds).toContain('drop');
    shown.follow(at(8));
    expect(shown.fallen).toBeNull();
  });

  it('takes at most two and a half seconds a turn, however many tiles it has', async () => {
    const first = at(1);
    const tiles = ['r', 'g', 'b', 'o', 'y', 'p', 'p'].map((tile, n) => ({
      event: 'turn_up',
      seat: 1,
      tile,
      good: n < 6,
    }));
    const longest = async (looks: number): Promise<number> => {
      seat = looks;
      const shown = playback(1);
      tiles.forEach((_, n) =>
        shown.follow({
          now: { ...first.now, v: 100 + n },
          events: [...first.events, ...tiles.slice(0, n + 1)],
        } as Moment),
      );
      return lasted(shown);
    };
    const others = await longest(2);
    expect(others).toBeGreaterThan(1500);
    expect(others).toBeLessThan(2500);
    expect(await longest(1), 'one’s own is slower').toBeGreaterThan(2 * others);
  });

  it('goes faster once one has seen several turns of that player, and one’s own does not', async () => {
    const first = at(1);
    const turn = [
      { event: 'turn_up', seat: 1, tile: 'r', good: true },
      { event: 'turn_up', seat: 1, tile: 'g', good: true },
      { event: 'stop', seat: 1, tiles: ['r', 'g'] },
    ];
    const time = async (turns: number, looks: number): Promise<number> => {
      seat = looks;
      const before = [...first.events, ...Array(turns).fill(turn).flat()];
      const shown = new Playback(
        { ...first, events: before } as Moment,
        () => undefined,
        () => false,
        () => seat,
      );
      turn.forEach((_, n) =>
        shown.follow({
          now: { ...first.now, v: 100 + n },
          events: [...before, ...turn.slice(0, n + 1)],
        } as Moment),
      );
      return lasted(shown);
    };
    expect(await time(5, 2)).toBe(await time(0, 2));
    expect(await time(20, 2)).toBeLessThan(0.65 * (await time(0, 2)));
    expect(await time(20, 2), 'it can still be followed').toBeGreaterThan(400);
    expect(await time(20, 1)).toBe(await time(0, 1));
  });

  it('once skipped comes at once up to one’s own turn, whenever the server tells it', async () => {
    const shown = playback(1);
    shown.follow(at(2));
    shown.skip();
    await vi.advanceTimersByTimeAsync(0);
    shown.follow(at(3));
    await vi.advanceTimersByTimeAsync(0);
    expect([shown.showing, shown.moment]).toEqual([false, at(3)]);
    for (const n of [4, 5, 6, 7, 8, 9, 10]) shown.follow(at(n));
    await vi.advanceTimersByTimeAsync(0);
    expect([shown.showing, shown.moment]).toEqual([false, at(10)]);
    shown.follow(at(11)); // one's own tile
    await vi.advanceTimersByTimeAsync(0);
    expect(shown.showing).toBe(true);
  });

  it('of one’s own tile a tap skips the way, but never what was bad about it', async () => {
    const shown = playback(11);
    shown.follow(at(12));
    shown.skip();
    await vi.advanceTimersByTimeAsync(600);
    expect(shown.fallen).toMatchObject({ seat: 2, end: 'bad' });
    expect(shown.showing).toBe(true);
    shown.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect([shown.showing, shown.moment]).toEqual([false, at(12)]);
  });

  it('can be skipped, up to what the server knows', async () => {
    const shown = playback(1);
    for (const n of [2, 3, 4, 5]) shown.follow(at(n));
    shown.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect([shown.showing, shown.moment]).toEqual([false, at(5)]);
  });

  it.each(['stilled', 'hidden', 'lost'])('comes at once when it is %s', async (how) => {
    const shown = playback(1);
    hidden = how === 'hidden';
    if (how === 'stilled') settings.speed = 0;
    for (const n of how === 'lost' ? [10] : [2, 3]) shown.follow(at(n));
    await vi.advanceTimersByTimeAsync(0);
    expect([shown.showing, shown.moment]).toEqual([false, at(how === 'lost' ? 10 : 3)]);
  });
});
