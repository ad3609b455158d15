import { expect, it } from 'vitest';
import { LessonProgress } from '../../table/lesson/progress.svelte';
import lesson from './lesson';

/** What the last step before the move points at, with these selectors on the page. */
function pointed(variant: string, assist: number, ...there: RegExp[]): string[] {
  const steps = lesson({ game: 'genial', variant, seats: 2, assist });
  const at = steps.findIndex(({ deed }) => deed === 'place');
  const find = (selector: string): unknown =>
    there.some((one) => one.test(selector)) ? selector : null;
  const sight = { find, made: () => 0 };
  return new LessonProgress(steps, at, sight, () => undefined).points;
}

const [TURN, CHOSEN, PREVIEW] = [/turn/, /aria-pressed/, /preview/];

it.each([0, 2])('who only pressed Next is shown the rack, then the board (assist %i)', (assist) => {
  expect(pointed('base', assist, TURN)).toEqual(['rack']);
  expect(pointed('base', assist, TURN, CHOSEN)).toEqual(['board']);
  expect(pointed('base', assist, TURN, CHOSEN, PREVIEW)).toEqual(['preview', 'board']);
});

it('in solo the one tile is in the hand already', () => {
  expect(pointed('solo', 2, TURN)).toEqual(['board']);
});
