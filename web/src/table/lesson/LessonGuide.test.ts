import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GamePage, Lesson } from '../../games/contract';
import { hush, spoken } from '../../kit/announce.svelte';
import { heardBy } from '../../kit/keys';
import { toasts } from '../../kit/toast.svelte';
import { language } from '../../kit/i18n.svelte';
import type { Agreed } from '../../wire/messages';
import LessonGuide from './LessonGuide.svelte';
import { nameOf, note, OFFERED, recall } from './storage';

const lesson: Lesson = () => [
  { says: 'first', at: [] },
  { says: 'second', at: [] },
];
const CODE = 'ABCD';
let name = '';
let count = 0;

/** A lesson that arrives, or fails to, when it is told so. */
function parcel() {
  const deeds = { arrive: (): void => {}, fail: (): void => {} };
  const promise = new Promise<{ default: Lesson }>((resolve, reject) => {
    deeds.arrive = () => resolve({ default: lesson });
    deeds.fail = () => reject(new Error('no chunk'));
  });
  return { ...deeds, load: () => promise };
}

function come(load: () => Promise<{ default: Lesson }>, over = false) {
  const page = { name, lesson: load } as unknown as GamePage;
  const agreed = { game: name, variant: null, seats: 2, assist: 2 };
  const props = { page, code: CODE, agreed, seat: 0, over, events: [], foot: 0 };
  return render(LessonGuide, { props });
}

const later = (): Promise<void> => new Promise((done) => setTimeout(done, 30));
const panel = (): HTMLElement | null => document.querySelector('section.lesson');
const button = (n: number): HTMLButtonElement => {
  const found = panel()?.querySelectorAll('button')[n];
  if (!found) throw new Error(`no button ${n}`);
  return found;
};

beforeEach(() => {
  name = `taught ${++count}`;
  localStorage.clear();
  sessionStorage.clear();
  toasts.length = 0;
});
afterEach(cleanup);

describe('the offer of a lesson', () => {
  it('reserves its space until it is loaded, and counts as made only then', async () => {
    const { arrive, load } = parcel();
    const { container } = come(load);
    await later();
    expect(container.querySelector('.room')).not.toBeNull();
    expect(recall(name, 'other')).toBe(OFFERED);
    arrive();
    await expect.poll(panel).not.toBeNull();
    expect(container.querySelector('.room')).toBeNull();
    expect(recall(name, 'other')).toBeNull();
  });

  it('is made later if it could not be loaded, without an error message', async () => {
    const { fail, load } = parcel();
    const { container, component } = come(load);
    fail();
    await expect.poll(() => container.querySelector('.room')).toBeNull();
    expect(recall(name, 'other')).toBe(OFFERED);
    expect(toasts).toHaveLength(0);
    await component.again();
    expect(toasts).toHaveLength(1);
  });

  it('is made once for each lesson of a game, whatever the table', () => {
    const page = (variant: string) => ({
      page: {
        name,
        lesson: parcel().load,
        lessonOf: (agreed: Agreed) => (agreed.variant === 'own' ? 'own' : ''),
      } as unknown as GamePage,
      agreed: { game: name, variant, seats: 2, assist: 2 },
    });
    const asked = (variant: string): boolean => {
      const props = { code: CODE, seat: 0, over: false, events: [], foot: 0, ...page(variant) };
      const { container, unmount } = render(LessonGuide, { props });
      const there = container.querySelector('.room') !== null;
      unmount();
      return there;
    };
    note(name);
    expect([asked('base'), asked('other'), asked('own')]).toEqual([false, false, true]);
    note(nameOf(name, 'own'));
    expect(asked('own')).toBe(false);
  });

  it('changes nothing when it is loaded after the table was left', async () => {
    const { arrive, load } = parcel();
    const { unmount } = come(load);
    unmount();
    arrive();
    await later();
    expect(sessionStorage.getItem('hexade.lesson')).toBeNull();
    expect(recall(name, 'other')).toBe(OFFERED);
  });
});

describe('a lesson that was begun', () => {
  it.each([
    [false, 0],
    [true, null],
  ])('is kept for whoever comes back, unless the game is over: %s', async (over, kept) => {
    const { arrive, load } = parcel();
    const { unmount } = come(load, over);
    arrive();
    await expect.poll(panel).not.toBeNull();
    button(0).click();
    unmount();
    expect(recall(name, CODE)).toBe(kept);
  });
});

describe('the announcement', () => {
  it('is the step that is shown, and nothing once the lesson is over', async () => {
    const { arrive, load } = parcel();
    come(load);
    arrive();
    await expect.poll(panel).not.toBeNull();
    button(0).click();
    await expect.poll(() => spoken.polite).toBe('Step 1 of 2: first');
    button(2).click();
    await tick();
    expect(spoken.polite, 'a step that is past').toBe('');
    await expect.poll(() => spoken.polite).toBe('Step 2 of 2: second');
    button(0).click();
    await tick();
    expect(spoken.polite).toBe('');
  });
});

describe('a step whose words change', () => {
  const sight = 'hr';
  const waits: Lesson = () => [{ says: 'here', at: [], until: [{ sight, says: 'not yet' }] }];

  it('is announced again, but not after a change of language', async () => {
    const { container } = come(() => Promise.resolve({ default: waits }));
    await expect.poll(panel).not.toBeNull();
    button(0).click();
    await expect.poll(() => spoken.polite).toBe('Step 1 of 1: not yet');
    language.now = 'de';
    await language.ready();
    await tick();
    hush();
    await new Promise((done) => setTimeout(done, 800));
    expect(spoken.polite).toBe('');
    container.append(document.createElement(sight));
    await expect.poll(() => spoken.polite).toMatch(/: here$/);
    language.now = 'en';
  });
});

describe('the focus', () => {
  async function begun() {
    const main = document.createElement('main');
    main.id = 'main';
    document.body.append(main);
    const { arrive, load } = parcel();
    come(load);
    arrive();
    await expect.poll(panel).not.toBeNull();
    return main;
  }

  it('on the panel passes the game’s keys on', async () => {
    const main = await begun();
    const heard: string[] = [];
    const listen = (event: KeyboardEvent): void => {
      if (heardBy(main, event)) heard.push(event.key);
    };
    addEventListener('keydown', listen);
    for (const key of ['1', 'Enter', 'Escape'])
      button(0).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    removeEventListener('keydown', listen);
    expect(heard).toEqual(['1']);
    main.remove();
  });

  it('stays on the button for the next step, and on Back at the first step', async () => {
    const main = await begun();
    const onward = button(0);
    onward.focus();
    onward.click();
    await tick();
    expect(button(2)).toBe(onward);
    onward.click();
    await tick();
    const back = button(1);
    back.focus();
    back.click();
    await tick();
    expect([back.isConnected, back.disabled]).toEqual([true, false]);
    expect(back.getAttribute('aria-disabled')).toBe('true');
    main.remove();
  });

  it('goes to a lesson that is started from the menu, or to the game if there is none', async () => {
    const main = document.createElement('main');
    main.id = 'main';
    document.body.append(main);
    const { fail, load } = parcel();
    let arrived = false;
    const { component } = come(() => (arrived ? Promise.resolve({ default: lesson }) : load()));
    fail();
    await component.again();
    expect(document.activeElement).toBe(main);
    arrived = true;
    await component.again();
    expect(document.activeElement).toBe(button(2));
    main.remove();
  });

  it('does not move if the table was left before the lesson was loaded', async () => {
    const main = document.createElement('main');
    main.id = 'main';
    document.body.append(main);
    const { arrive, load } = parcel();
    const { component, unmount } = come(load);
    const called = component.again();
    unmount();
    arrive();
    await called;
    expect(document.activeElement).toBe(document.body);
    main.remove();
  });

  it('goes to the game when the lesson ends', async () => {
    const main = await begun();
    button(1).focus();
    button(1).click();
    await expect.poll(panel).toBeNull();
    expect(document.activeElement).toBe(main);
    main.remove();
  });
});
