import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nothing, type Known } from '../wire/fold';
import type { Now, SeatState, TableState } from '../wire/messages';
import { gettingReady } from './readiness.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const SEATS: SeatState[] = [{ name: 'Ada' }, { name: 'x', bot: 'level4' }];

const waitingFor = (...waiting: number[]): Known => ({
  ...nothing(),
  seat: 0,
  table: { phase: 'playing', seats: SEATS } as unknown as TableState,
  now: { waiting } as unknown as Now,
});

it('the server is polled about bots that keep a table waiting, until they are ready', async () => {
  let ready = false;
  const fetch = vi.fn(() => Promise.resolve(new Response(JSON.stringify({ ready }))));
  vi.stubGlobal('fetch', fetch);
  let known = $state.raw(waitingFor(0));
  let bots = { is: false };
  const stop = $effect.root(() => void (bots = gettingReady(() => known)));
  await vi.advanceTimersByTimeAsync(9000);
  expect([bots.is, fetch.mock.calls.length], 'a person thinks').toEqual([false, 0]);
  known = waitingFor(1);
  await vi.advanceTimersByTimeAsync(1000);
  known = waitingFor(0);
  await vi.advanceTimersByTimeAsync(9000);
  expect(fetch, 'it was quick').not.toHaveBeenCalled();
  known = waitingFor(1);
  await vi.advanceTimersByTimeAsync(3500);
  expect(bots.is).toBe(true);
  ready = true;
  await vi.advanceTimersByTimeAsync(3000);
  expect(bots.is, 'ready, and thinking').toBe(false);
  const asked = fetch.mock.calls.length;
  await vi.advanceTimersByTimeAsync(9000);
  expect(fetch.mock.calls.length, 'nothing more to ask').toBe(asked);
  ready = false;
  known = { ...waitingFor(1), now: { v: 1, waiting: [1] } as unknown as Now };
  await vi.advanceTimersByTimeAsync(3500);
  expect(bots.is, 'the next move').toBe(true);
  known = waitingFor(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(bots.is, 'it has moved').toBe(false);
  stop();
});

it('no banner about bots is shown when the server cannot be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('away')));
  let bots = { is: true };
  const stop = $effect.root(() => void (bots = gettingReady(() => waitingFor(1))));
  await vi.advanceTimersByTimeAsync(9000);
  expect(bots.is).toBe(false);
  stop();
});
