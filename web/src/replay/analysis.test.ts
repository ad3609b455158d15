import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnalysisPoller } from './analysis.svelte';

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

describe('the analysis of a game', () => {
  it('keeps polling when the network fails for a moment', async () => {
    answers.push(new TypeError('no network'), { state: 'waiting' }, new TypeError('again'), READY);
    const analysis = new AnalysisPoller();
    const looked = analysis.look('abc');
    await vi.runAllTimersAsync();
    await looked;
    expect(analysis.found).toEqual(READY);
    expect(analysis.failed).toBe(false);
    expect(fetched).toHaveBeenCalledTimes(4);
  });

  it('gives up after some tries with backoff, and can be retried', async () => {
    const analysis = new AnalysisPoller();
    const times: number[] = [];
    fetched.mockImplementation(() => {
      times.push(Date.now());
      return Promise.reject(new TypeError('no network'));
    });
    const looked = analysis.look('abc');
    await vi.runAllTimersAsync();
    await looked;
    expect([analysis.waiting, analysis.failed, analysis.shown]).toEqual([false, true, true]);
    const pauses = times.slice(1).map((at, n) => at - (times[n] ?? 0));
    expect(pauses.length).toBeGreaterThan(2);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    fetched.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(READY))));
    await analysis.again();
    expect([analysis.found, analysis.failed]).toEqual([READY, false]);
  });

  it('is not polled again if there is none', async () => {
    fetched.mockImplementation(() => Promise.resolve(new Response('{}', { status: 404 })));
    const analysis = new AnalysisPoller();
    await analysis.look('abc');
    expect([analysis.failed, analysis.shown]).toEqual([false, false]);
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
