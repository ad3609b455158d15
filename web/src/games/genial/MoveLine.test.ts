import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import MoveLine from './MoveLine.svelte';

afterEach(cleanup);

const laid = { event: 'place', seat: 0, tile: 'rg', cells: ['a1', 'a2'], points: [3, 4] };

const shown = (more: object = {}): string[] => {
  const { container } = render(MoveLine, {
    props: { event: { ...laid, ...more }, names: ['Ada'] },
  });
  return [...container.querySelectorAll('.points i')].map((one) => one.textContent.trim());
};

it('a line has the points of both halves', () => {
  expect(shown()).toEqual(['3', '4']);
});

it('a line has what was gained, where points were lost at the end of a track', () => {
  expect(shown({ gained: [3, 1, 0, 0, 0, 0] })).toEqual(['3', '1']);
  expect(shown({ gained: [0, 0, 0, 0, 0, 0] })).toEqual(['0']);
});
