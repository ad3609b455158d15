import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilDone } from './untilDone';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tries again until it succeeds, and says each time that it has not', async () => {
  const work = vi.fn<() => Promise<void>>().mockResolvedValue();
  work.mockRejectedValueOnce(new Error('no net')).mockRejectedValueOnce(new Error('no net'));
  const failed = vi.fn();
  untilDone(work, 1000, failed);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work).toHaveBeenCalledTimes(3);
  expect(failed).toHaveBeenCalledTimes(2);
});

it('stops when it is wanted no more, also while it tries', async () => {
  const work = vi.fn(() => Promise.reject(new Error('no net')));
  const stop = untilDone(work, 1000);
  stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(work).toHaveBeenCalledTimes(1);
});
