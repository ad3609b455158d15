import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AnalysisPoller } from '../replay/analysis.svelte';
import { analyseAll } from './analyseAll';
import { kept } from './kept.svelte';

const fetched = vi.fn<(address: string) => Promise<Response>>();
const answer = (state: string): Response => new Response(JSON.stringify({ state }));
const noted = vi.spyOn(kept, 'note');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  noted.mockReset().mockResolvedValue();
  fetched.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('notes a game of which the answer is that there is no analysis, and goes on', async () => {
  fetched.mockImplementation(() => Promise.resolve(answer('none')));
  const begun: number[] = [];
  await analyseAll(
    ['A.1', 'B.1'],
    new AnalysisPoller(),
    (n) => void begun.push(n),
    () => false,
  );
  expect(noted.mock.calls.map(([id]) => id)).toEqual(['A.1', 'B.1']);
  expect(begun).toEqual([1, 2]);
});

it('notes nothing when one leaves meanwhile', async () => {
  fetched.mockImplementation(() => Promise.resolve(answer('waiting')));
  const poller = new AnalysisPoller();
  let stopped = false;
  const done = analyseAll(
    ['A.1', 'B.1'],
    poller,
    () => undefined,
    () => stopped,
  );
  await vi.advanceTimersByTimeAsync(100);
  stopped = true;
  poller.stop();
  await vi.runAllTimersAsync();
  await done;
  expect(noted).not.toHaveBeenCalled();
  expect(fetched).toHaveBeenCalledTimes(1);
});

it.each([200, 429])('notes nothing where it takes too long: %i', async (status) => {
  const slow = (): Response => (status === 200 ? answer('waiting') : new Response('', { status }));
  fetched.mockImplementation(() => Promise.resolve(slow()));
  const done = analyseAll(
    ['A.1'],
    new AnalysisPoller(),
    () => undefined,
    () => false,
  );
  await vi.runAllTimersAsync();
  await done;
  expect(noted).not.toHaveBeenCalled();
});
