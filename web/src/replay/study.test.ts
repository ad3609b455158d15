import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Study } from './study.svelte';

const READY = { state: 'ready', choices: [], players: [], points: null };
const answers: (object | Error)[] = [];
const fetched = vi.fn(() => {
  const next = answers.shift() ?? new TypeError('no network');
  if (next instanceof Error) return Promise.reject(next);
  return Promise.resolve(new Response(JSON.stringify(next)));
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  fetched.mockClear();
  answers.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the study of a game', () => {
  it('goes on asking when the network fails for a moment', async () => {
    answers.push(new TypeError('no network'), { state: 'waiting' }, new TypeError('again'), READY);
    const study = new Study();
    const looked = study.look('abc');
    await vi.runAllTimersAsync();
    await looked;
    expect(study.found).toEqual(READY);
    expect(study.failed).toBe(false);
    expect(fetched).toHaveBeenCalledTimes(4);
  });

  it('gives up after some tries with growing pauses, and can be asked again', async () => {
    const study = new Study();
    const times: number[] = [];
    fetched.mockImplementation(() => {
      times.push(Date.now());
      return Promise.reject(new TypeError('no network'));
    });
    const looked = study.look('abc');
    await vi.runAllTimersAsync();
    await looked;
    expect([study.waiting, study.failed, study.shown]).toEqual([false, true, true]);
    const pauses = times.slice(1).map((at, n) => at - (times[n] ?? 0));
    expect(pauses.length).toBeGreaterThan(2);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    fetched.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(READY))));
    await study.again();
    expect([study.found, study.failed]).toEqual([READY, false]);
  });

  it('is not asked again where there is none', async () => {
    fetched.mockImplementation(() => Promise.resolve(new Response('{}', { status: 404 })));
    const study = new Study();
    await study.look('abc');
    expect([study.failed, study.shown]).toEqual([false, false]);
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
