import { beforeEach, describe, expect, it } from 'vitest';
import type { LessonStep } from '../../games/contract';
import { LessonProgress } from './progress.svelte';
import { keep, note, OFFERED, recall } from './storage';

const STEPS: LessonStep[] = [
  { says: 'aim', at: ['scores'] },
  { says: 'choose', at: ['rack'], sight: '.chosen' },
  { says: 'look', at: ['table'], deed: 'place' },
  {
    says: 'place',
    until: [
      { sight: '.laid', says: 'place one first', at: ['rack'] },
      { sight: '.turn', says: 'wait' },
    ],
    at: ['table'],
    deed: 'place',
  },
  { says: 'end', at: ['scores'], passes: 'place' },
];

function begun(at = 0) {
  const page = { there: new Set<string>(), which: 'one', placed: 0 };
  const kept: (number | null)[] = [];
  const sight = {
    find: (selector: string) => (page.there.has(selector) ? page.which : null),
    made: (kind: string) => (kind === 'place' ? page.placed : 0),
  };
  const progress = new LessonProgress(STEPS, at, sight, (now) => kept.push(now));
  return { progress, page, kept };
}

describe('the progress of a lesson', () => {
  it('is offered, starts when accepted, and ends after its last step', () => {
    const { progress, kept } = begun(OFFERED);
    expect(progress.offered).toBe(true);
    expect(progress.step).toBeNull();
    for (const step of STEPS) {
      progress.next();
      expect(progress.step).toBe(step);
    }
    expect(progress.last).toBe(true);
    progress.next();
    expect(progress.over).toBe(true);
    expect(kept).toEqual([OFFERED, 0, 1, 2, 3, 4, null]);
  });

  it('points at what is missing', () => {
    const { progress, page } = begun(3);
    expect(progress.points).toEqual(['rack']);
    page.there.add('.laid');
    progress.look();
    expect(progress.points).toEqual(['table']);
    expect(progress.says).toBe('wait');
  });

  it('goes on from words alone with the next move, and not with the one before', () => {
    const { progress, page } = begun(3);
    page.there.add('.laid').add('.turn');
    page.placed = 1;
    progress.look();
    expect(progress.says).toBe('end');
    progress.look();
    expect(progress.over).toBe(false);
    page.placed = 2;
    progress.look();
    expect(progress.over).toBe(true);
  });

  it('does not count a deed twice that was seen before its event came', () => {
    const made = { choose: 0 };
    const seen = new Set<string>();
    const steps: LessonStep[] = [
      { says: 'choose', at: [], sight: '.chosen', deed: 'choose' },
      { says: 'win', at: [], passes: 'choose' },
    ];
    const find = (selector: string): unknown => (seen.has(selector) ? 'it' : null);
    const progress = new LessonProgress(steps, 0, { find, made: () => made.choose }, () => {});
    seen.add('.chosen');
    progress.look();
    made.choose = 1;
    progress.look();
    expect([progress.at, progress.over]).toEqual([1, false]);
    made.choose = 2;
    progress.look();
    expect(progress.over).toBe(true);
  });

  it('goes on from words with any of the deeds that show they were read', () => {
    const made: Record<string, number> = { on: 0, stop: 0 };
    const steps = ['stop', 'on'].map((says) => ({ says, at: [], passes: ['on', 'stop'] }));
    const sight = { find: () => null, made: (kind: string) => made[kind] ?? 0 };
    const progress = new LessonProgress(steps, 0, sight, () => {});
    for (const [n, kind] of ['stop', 'on'].entries()) {
      expect(progress.at).toBe(n);
      made[kind] = 1;
      progress.look();
    }
    expect(progress.over).toBe(true);
  });

  it('waits for Next if there is nothing to do', () => {
    const { progress, page } = begun();
    page.there.add('.chosen');
    page.placed = 3;
    progress.look();
    expect(progress.at).toBe(0);
  });

  it('advances by itself when the element is on the page', () => {
    const { progress, page } = begun(1);
    progress.look();
    expect(progress.at).toBe(1);
    page.there.add('.chosen');
    progress.look();
    expect(progress.at).toBe(2);
  });

  it('skips a step whose element is already there', () => {
    const { progress, page } = begun();
    page.there.add('.chosen');
    progress.next();
    progress.look();
    expect(progress.at).toBe(2);
  });

  it('counts one move for all steps in a row that wait for it, and an old one for none', () => {
    const { progress, page } = begun(1);
    page.placed = 2;
    page.there.add('.chosen');
    progress.look();
    expect(progress.at).toBe(2);
    page.placed = 3;
    progress.look();
    expect(progress.at).toBe(4);
  });

  it('goes back one step, which then waits for a new action', () => {
    const { progress, page } = begun(1);
    page.there.add('.chosen');
    progress.look();
    progress.back();
    progress.look();
    expect(progress.at).toBe(1);
    page.there.clear();
    progress.look();
    page.there.add('.chosen');
    progress.look();
    expect(progress.at).toBe(2);
  });

  it('counts another choice as a new action', () => {
    const { progress, page } = begun(1);
    page.there.add('.chosen');
    progress.look();
    progress.back();
    progress.look();
    expect(progress.at).toBe(1);
    page.which = 'another';
    progress.look();
    expect(progress.at).toBe(2);
  });

  it('waits for the action alone after Next and Back', () => {
    const { progress, page } = begun();
    for (let n = 0; n < 3; n++) progress.next();
    progress.back();
    progress.back();
    expect(progress.at).toBe(1);
    page.there.add('.chosen');
    progress.look();
    expect(progress.at).toBe(2);
    page.placed = 1;
    progress.look();
    expect(progress.at).toBe(4);
  });

  it('catches up with a move, whatever step one went back to', () => {
    const { progress, page } = begun(1);
    page.there.add('.chosen');
    progress.look();
    progress.back();
    page.placed = 1;
    progress.look();
    expect(progress.at).toBe(4);
  });

  it('has another text while its element is not on the page', () => {
    const { progress, page } = begun(3);
    expect(progress.says).toBe('place one first');
    page.there.add('.laid');
    progress.look();
    expect(progress.says).toBe('wait');
    page.there.add('.turn');
    progress.look();
    expect(progress.says).toBe('place');
    page.there.clear();
    progress.look();
    expect(progress.says).toBe('place one first');
    progress.next();
    expect(progress.says).toBe('end');
  });

  it('cannot go back before its first step', () => {
    const { progress } = begun();
    progress.back();
    expect(progress.at).toBe(0);
  });

  it('is over for good when it is skipped', () => {
    const { progress, page, kept } = begun(1);
    progress.end();
    page.there.add('.chosen');
    progress.look();
    expect([progress.over, progress.at, kept.at(-1)]).toEqual([true, 1, null]);
  });

  it('counts a move as “No, thanks”, but not earlier ones', () => {
    const { progress, page } = begun(OFFERED);
    progress.look();
    expect(progress.over).toBe(false);
    page.placed = 1;
    progress.look();
    expect(progress.over).toBe(true);
  });

  it('starts at its last step if it now has fewer steps', () => {
    expect(begun(99).progress.at).toBe(STEPS.length - 1);
  });
});

describe('the stored state of lessons', () => {
  let game = 0;
  let name = '';
  beforeEach(() => {
    name = `game ${++game}`;
    localStorage.clear();
    sessionStorage.clear();
  });

  it('offers the lesson of each game once', () => {
    expect(recall(name, 'ABCD')).toBe(OFFERED);
    expect(recall(name, 'ABCD'), 'asked, and not yet shown').toBe(OFFERED);
    note(name);
    expect(recall(name, 'ABCD')).toBeNull();
    expect(recall(name, 'EFGH')).toBeNull();
    expect(recall(`${name}, another`, 'ABCD')).toBe(OFFERED);
    expect(JSON.parse(localStorage.getItem('hexade.lessons') ?? '')).toContain(name);
  });

  it('restores the step after a reload, at the same table only', () => {
    note(name);
    keep(name, 'ABCD', 3);
    expect(recall(name, 'ABCD')).toBe(3);
    expect(recall(name, 'EFGH')).toBeNull();
    keep(name, 'ABCD', null);
    expect(recall(name, 'ABCD')).toBeNull();
  });

  it.each(['{', '{}', 'true', '"game"', '7'])('takes %s for nothing where a list is', (kept) => {
    localStorage.setItem('hexade.lessons', kept);
    expect(recall(name, 'ABCD')).toBe(OFFERED);
    note(name);
    expect(recall(name, 'ABCD')).toBeNull();
  });
});
