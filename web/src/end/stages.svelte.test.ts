import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageVisible } from '../kit/visibility.svelte';
import { settings } from '../settings/preferences.svelte';
import { EndStages, FINALE_MS, HELD_MS } from './stages.svelte';

const game = $state({ over: false, showing: false, rolls: true });
let stop = (): void => undefined;

function followed(): EndStages {
  let made: EndStages | undefined;
  stop = $effect.root(() => {
    made = new EndStages({
      over: () => game.over,
      showing: () => game.showing,
      rolls: () => game.rolls,
    });
  });
  flushSync();
  return made as EndStages;
}
const pass = (ms: number): void => {
  vi.advanceTimersByTime(ms);
  flushSync();
};
const end = (): void => {
  game.over = true;
  flushSync();
};

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(game, { over: false, showing: false, rolls: true });
  Object.assign(settings, { motion: 'full', speed: 1 });
  pageVisible.now = true;
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('the end of a game', () => {
  it('holds the last move, rolls the numbers up, and shows the result', () => {
    const stages = followed();
    expect(stages.stage).toBe('playing');
    end();
    expect(stages.stage).toBe('held');
    pass(HELD_MS);
    expect(stages.stage).toBe('finale');
    pass(FINALE_MS);
    expect(stages.stage).toBe('result');
    expect(stages.seen).toBe(true);
  });

  it('waits until the game has shown its last move', () => {
    game.showing = true;
    const stages = followed();
    end();
    pass(5 * HELD_MS);
    expect(stages.stage).toBe('held');
    game.showing = false;
    flushSync();
    pass(HELD_MS);
    expect(stages.stage).toBe('finale');
  });

  it('is skipped by a tap, but not by the one of the last move', () => {
    const stages = followed();
    end();
    expect(stages.skip()).toBe(false);
    pass(400);
    expect(stages.skip()).toBe(true);
    expect(stages.stage).toBe('result');
    expect(stages.skip()).toBe(false);
  });

  it('goes straight to the result where nothing moves, or nobody looks', () => {
    Object.assign(settings, { motion: 'less' });
    const stages = followed();
    end();
    expect(stages.stage).toBe('result');
    stop();
    Object.assign(settings, { motion: 'full' });
    game.over = false;
    const other = followed();
    end();
    expect(other.stage).toBe('held');
    pageVisible.now = false;
    flushSync();
    expect(other.stage).toBe('result');
  });

  it('has no roll without numbers, and none for a game that was over before', () => {
    game.rolls = false;
    const stages = followed();
    end();
    pass(HELD_MS);
    expect(stages.stage).toBe('result');
    stop();
    const late = followed();
    expect(late.stage).toBe('result');
    expect(late.seen).toBe(false);
  });
});
