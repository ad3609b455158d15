import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { settings } from '../../settings/preferences.svelte';
import type { ByColour } from './colours';
import ScoreTable from './ScoreTable.svelte';

const values = (red: number, others: number): ByColour => ({
  ...{ g: others, b: others, o: others, y: others, p: others },
  r: red,
});
const column = (key: number, red: number, others: number): object => ({
  key,
  name: String(key),
  who: [],
  values: values(red, others),
});

const TRACK = { count: 11, ticks: [0, 10], gates: [1, 4, 7] };

afterEach(() => {
  vi.useRealTimers();
  settings.speed = 1;
});

function rings(own: [number, number], other: [number, number]): number {
  const columns = [column(0, ...own), column(1, ...other)];
  const { container, unmount } = render(ScoreTable, { props: { columns, track: TRACK } as never });
  const found = container.querySelectorAll('.ring').length;
  unmount();
  return found;
}

it('draws no ring over a bar that is no longer than it: both on 0', () => {
  expect(rings([0, 0], [0, 0])).toBe(0);
  expect(rings([1, 0], [0, 0])).toBe(1);
  expect(rings([0, 0], [2, 0])).toBe(1);
  expect(rings([3, 2], [3, 2])).toBe(6);
});

/** A table in which red has just risen from 2 to 6: what is seen of it, and what is heard. */
async function risen(): Promise<{ seen: () => string; heard: () => string }> {
  const props = { columns: [column(0, 2, 1)], track: TRACK };
  const { container, rerender } = render(ScoreTable, { props: props as never });
  await rerender({ columns: [column(0, 6, 1)] } as never);
  await tick();
  const text = (hidden: string): string => {
    const cell = container.querySelector('tbody .num')?.cloneNode(true) as HTMLElement;
    cell.querySelectorAll(hidden).forEach((one) => one.remove());
    return cell.textContent.trim();
  };
  return { seen: () => text('.unseen'), heard: () => text('[aria-hidden]') };
}

it('rolls a score to its new value, which screen readers have at once', async () => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
  const { seen, heard } = await risen();
  expect([seen(), heard()]).toEqual(['2', '6']);
  vi.advanceTimersByTime(120);
  await tick();
  expect(heard()).toBe('6');
  expect(Number(seen())).toBeGreaterThan(2);
  expect(Number(seen())).toBeLessThan(6);
  vi.advanceTimersByTime(300);
  await tick();
  expect([seen(), heard()]).toEqual(['6', '6']);
});

it('shows the new score at once at speed 0', async () => {
  settings.speed = 0;
  const { seen, heard } = await risen();
  expect([seen(), heard()]).toEqual(['6', '6']);
});
