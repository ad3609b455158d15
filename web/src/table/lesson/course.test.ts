import { beforeEach, describe, expect, it } from 'vitest';
import type { LessonStep } from '../../games/contract';
import { Course } from './course.svelte';
import { keep, note, OFFERED, recall } from './kept';

const STEPS: LessonStep[] = [
  { says: 'aim', at: ['scores'] },
  { says: 'choose', at: ['rack'], sight: '.chosen' },
  { says: 'look', at: ['table'], deed: 'place' },
  {
    says: 'place',
    until: [
      { sight: '.laid', says: 'place one first' },
      { sight: '.turn', says: 'wait' },
    ],
    at: ['table'],
    deed: 'place',
  },
  { says: 'end', at: ['scores'] },
];

function begun(at = 0) {
  const page = { there: new Set<string>(), which: 'one', placed: 0 };
  const kept: (number | null)[] = [];
  const sight = {
    find: (selector: string) => (page.there.has(selector) ? page.which : null),
    made: (kind: string) => (kind === 'place' ? page.placed : 0),
  };
  const course = new Course(STEPS, at, sight, (now) => kept.push(now));
  return { course, page, kept };
}

describe('the course of a lesson', () => {
  it('is offered, begins when it is taken, and ends after its last step', () => {
    const { course, kept } = begun(OFFERED);
    expect(course.offered).toBe(true);
    expect(course.step).toBeNull();
    for (const step of STEPS) {
      course.next();
      expect(course.step).toBe(step);
    }
    expect(course.last).toBe(true);
    course.next();
    expect(course.over).toBe(true);
    expect(kept).toEqual([OFFERED, 0, 1, 2, 3, 4, null]);
  });

  it('waits for Next where there is nothing to do', () => {
    const { course, page } = begun();
    page.there.add('.chosen');
    page.placed = 3;
    course.look();
    expect(course.at).toBe(0);
  });

  it('goes on by itself when the thing is on the page', () => {
    const { course, page } = begun(1);
    course.look();
    expect(course.at).toBe(1);
    page.there.add('.chosen');
    course.look();
    expect(course.at).toBe(2);
  });

  it('passes over a step whose thing is there already when one comes to it', () => {
    const { course, page } = begun();
    page.there.add('.chosen');
    course.next();
    course.look();
    expect(course.at).toBe(2);
  });

  it('takes one move for all the steps in a row that wait for it, and an old one for none', () => {
    const { course, page } = begun(1);
    page.placed = 2;
    page.there.add('.chosen');
    course.look();
    expect(course.at).toBe(2);
    page.placed = 3;
    course.look();
    expect(course.at).toBe(4);
  });

  it('goes back one step, which then waits until the thing is done anew', () => {
    const { course, page } = begun(1);
    page.there.add('.chosen');
    course.look();
    course.back();
    course.look();
    expect(course.at).toBe(1);
    page.there.clear();
    course.look();
    page.there.add('.chosen');
    course.look();
    expect(course.at).toBe(2);
  });

  it('takes it for done anew when something else is chosen instead', () => {
    const { course, page } = begun(1);
    page.there.add('.chosen');
    course.look();
    course.back();
    course.look();
    expect(course.at).toBe(1);
    page.which = 'another';
    course.look();
    expect(course.at).toBe(2);
  });

  it('waits for nothing but the deed where it was passed with Next and come back to', () => {
    const { course, page } = begun();
    for (let n = 0; n < 3; n++) course.next();
    course.back();
    course.back();
    expect(course.at).toBe(1);
    page.there.add('.chosen');
    course.look();
    expect(course.at).toBe(2);
    page.placed = 1;
    course.look();
    expect(course.at).toBe(4);
  });

  it('catches up with whoever makes the move, whatever step one went back to', () => {
    const { course, page } = begun(1);
    page.there.add('.chosen');
    course.look();
    course.back();
    page.placed = 1;
    course.look();
    expect(course.at).toBe(4);
  });

  it('says something else as long as what it speaks of is not on the page', () => {
    const { course, page } = begun(3);
    expect(course.says).toBe('place one first');
    page.there.add('.laid');
    course.look();
    expect(course.says).toBe('wait');
    page.there.add('.turn');
    course.look();
    expect(course.says).toBe('place');
    page.there.clear();
    course.look();
    expect(course.says).toBe('place one first');
    course.next();
    expect(course.says).toBe('end');
  });

  it('cannot go back before its first step', () => {
    const { course } = begun();
    course.back();
    expect(course.at).toBe(0);
  });

  it('is over for good when it is skipped', () => {
    const { course, page, kept } = begun(1);
    course.end();
    page.there.add('.chosen');
    course.look();
    expect([course.over, course.at, kept.at(-1)]).toEqual([true, 1, null]);
  });

  it('takes a move for No, thanks, but not what was played before', () => {
    const { course, page } = begun(OFFERED);
    course.look();
    expect(course.over).toBe(false);
    page.placed = 1;
    course.look();
    expect(course.over).toBe(true);
  });

  it('begins at its last step if fewer steps are left than were kept', () => {
    expect(begun(99).course.at).toBe(STEPS.length - 1);
  });
});

describe('what the browser keeps of lessons', () => {
  let game = 0;
  let name = '';
  beforeEach(() => {
    name = `game ${++game}`;
    localStorage.clear();
    sessionStorage.clear();
  });

  it('offers the lesson of a game once, and of each game', () => {
    expect(recall(name, 'ABCD')).toBe(OFFERED);
    expect(recall(name, 'ABCD'), 'asked, and not yet shown').toBe(OFFERED);
    note(name);
    expect(recall(name, 'ABCD')).toBeNull();
    expect(recall(name, 'EFGH')).toBeNull();
    expect(recall(`${name}, another`, 'ABCD')).toBe(OFFERED);
    expect(JSON.parse(localStorage.getItem('hexade.lessons') ?? '')).toContain(name);
  });

  it('knows after a reload where the lesson stood, at its own table only', () => {
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
