import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { settings } from '../settings/preferences.svelte';
import Hexes from './Hexes.svelte';
import type { Answer } from './puzzles';

const tries = (...answers: Answer[]) =>
  answers.map((answer, n) => ({ move: String(n), answer, hint: null }));

beforeEach(() => void Object.assign(settings, { motion: 'full', speed: 1 }));
afterEach(cleanup);

/** Show tries; returns how many turn over, how many hexes fly, and what is said of them. */
function shown(props: { tries: ReturnType<typeof tries>; fresh?: number; closed?: boolean }) {
  const { container } = render(Hexes, { props });
  return {
    turned: container.querySelectorAll('.turned').length,
    sparks: document.querySelectorAll('[data-burst] .spark').length,
    said: [...container.querySelectorAll('.unseen')].map((one) => one.textContent?.trim()),
  };
}

it('turns the try that was made just now, and celebrates the best move alone', () => {
  const found = tries('close', 'found');
  expect(shown({ tries: found, fresh: 1 })).toMatchObject({ turned: 1, sparks: 12 });
  cleanup();
  expect(shown({ tries: tries('no'), fresh: 0 })).toMatchObject({ turned: 1, sparks: 0 });
});

it('shows what is old news as it is', () => {
  expect(shown({ tries: tries('found') })).toMatchObject({ turned: 0, sparks: 0 });
});

it('has no burst where animations are off', () => {
  settings.speed = 0;
  expect(shown({ tries: tries('found'), fresh: 0 }).sparks).toBe(0);
});

it('leaves out what will not be tried any more when the puzzle is over', () => {
  const found = tries('found');
  expect(shown({ tries: found }).said).toEqual(['Try 1: found', 'Try 2: open', 'Try 3: open']);
  cleanup();
  expect(shown({ tries: found, closed: true }).said).toEqual(['Try 1: found']);
});
