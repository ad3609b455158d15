import { render } from '@testing-library/svelte';
import { expect, it } from 'vitest';
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

function rings(own: [number, number], other: [number, number]): number {
  const track = { count: 11, ticks: [0, 10], gates: [1, 4, 7] };
  const columns = [column(0, ...own), column(1, ...other)];
  const { container, unmount } = render(ScoreTable, { props: { columns, track } as never });
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
