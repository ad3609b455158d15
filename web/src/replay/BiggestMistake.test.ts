import { cleanup, render } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { GamePage } from '../games/contract';
import type { Replay, TableState } from '../wire/messages';
import type { AnalysisPoller } from './analysis.svelte';
import BiggestMistake from './BiggestMistake.svelte';
import type { Weighed } from './losses';

const PAGE = { MoveLine: () => undefined } as unknown as GamePage;
const FOUND = { state: 'ready', unit: 'points', choices: [], players: [] };
const MISSED = { seat: 0, frame: 0, loss: 9, instead: { event: 'place' } } as unknown as Weighed;
const REPLAY = {
  frames: [
    { v: 0, events: [] },
    { v: 1, events: [{ event: 'place', seat: 0 }] },
  ],
} as unknown as Replay;

/** The rows that take room while an analysis is looked for, or when it is there. */
function rows(found: object | null, choices: Weighed[]): number {
  const analysis = { found, failed: false } as unknown as AnalysisPoller;
  const table = { agreed: {}, seats: [{ name: 'Ada' }] } as unknown as TableState;
  const rest = { replay: REPLAY, page: PAGE, table, names: ['Ada'], seat: 0 };
  const props = { analysis, choices, ...rest, show: () => undefined };
  const { container } = render(BiggestMistake, { props });
  const count = container.querySelectorAll('.line').length;
  cleanup();
  return count;
}

it('takes as many rows before the analysis is there as after it', () => {
  expect(rows(FOUND, [MISSED])).toBe(2);
  expect(rows(null, [])).toBe(2);
  expect(rows(FOUND, [])).toBe(2);
});
