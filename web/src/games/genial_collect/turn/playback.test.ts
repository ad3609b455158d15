import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../../settings/preferences.svelte';
import moments from '../testing/moments.json';
import { Playback, type Moment } from './playback.svelte';

const all = moments as unknown as Moment[];
const at = (n: number): Moment => all[n] as Moment;
const sounds: string[] = [];
let hidden = false;
const playback = (n: number): Playback =>
  new Playback(
    at(n),
    (name) => sounds.push(name),
    () => hidden,
  );

beforeEach(() => {
  vi.useFakeTimers();
  sounds.length = 0;
  hidden = false;
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

  it('hangs on the edge longer with each tile, and beats louder with the risk', async () => {
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
