import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { later } from './dates';
import { progress } from './progress.svelte';
import Week from './Week.svelte';

const TODAY = '2026-11-18';
afterEach(cleanup);

/** Show the week of somebody who finished the puzzles of some days, so many days ago. */
function week(...ago: number[]): void {
  progress.days = ago.map((n) => later(TODAY, -n)).sort();
  render(Week, { props: { today: TODAY } });
}

it('counts days in a row, with today or up to yesterday', () => {
  week(0, 1, 2, 4);
  screen.getByText('3 days in a row');
  cleanup();
  week(1);
  screen.getByText('1 day in a row');
});

it('counts nothing where yesterday is missing, however many days were played', () => {
  week(2, 3, 4, 5, 6);
  screen.getByText('Your week');
  expect(screen.queryByText(/days?\b.*in a row|days played/)).toBeNull();
});
