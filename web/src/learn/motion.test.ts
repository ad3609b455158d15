import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '../settings/preferences.svelte';
import GuideView from './Guide.svelte';
import { guideOf } from './load';
import { partsOf } from './motion';

type Look = (seen: Partial<IntersectionObserverEntry>[]) => void;
let looks: Map<Element, Look>;

beforeEach(() => {
  looks = new Map();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly look: Look) {}
      observe = (one: Element): void => void looks.set(one, this.look);
      disconnect = (): void => undefined;
    },
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  settings.speed = 1;
});

/** The guide of the first game, and the picture of its n-th panel. */
async function shown(n = 0): Promise<HTMLElement> {
  const [path = ''] = Object.keys(import.meta.glob('../games/*/howto.ts'));
  const guide = await guideOf(path.split('/')[2] ?? '', 'en');
  const { container } = render(GuideView, { props: { guide } as never });
  return container.querySelectorAll<HTMLElement>('.picture')[n] as HTMLElement;
}
const see = (picture: Element, intersectionRatio: number): void =>
  looks.get(picture)?.([
    { intersectionRatio, intersectionRect: { height: 0 } as DOMRect, rootBounds: null },
  ]);

it('plays a picture once, when most of it has come into view, and again at a tap', async () => {
  const picture = await shown();
  expect(picture.querySelectorAll('[data-turn]').length).toBeGreaterThan(0);
  see(picture, 0.5);
  expect(picture.dataset.plays).toBe('ahead');
  see(picture, 0.7);
  expect(picture.dataset.plays).toBe('on');
  picture.dataset.plays = 'over';
  see(picture, 0);
  see(picture, 1);
  expect(picture.dataset.plays).toBe('over');
  picture.click();
  expect(picture.dataset.plays).toBe('on');
});

it('plays a picture that is higher than the screen when it fills most of that', async () => {
  const picture = await shown();
  const rect = (height: number): DOMRect => ({ height }) as DOMRect;
  looks.get(picture)?.([
    { intersectionRatio: 0.3, intersectionRect: rect(420), rootBounds: rect(660) },
  ]);
  expect(picture.dataset.plays).toBe('on');
});

it('shows all of it at once at speed 0', async () => {
  settings.speed = 0;
  const picture = await shown();
  see(picture, 1);
  picture.click();
  expect(picture.dataset.plays).toBeUndefined();
});

it('marks a panel as read that somebody has looked at, and keeps that', async () => {
  let picture = await shown();
  const marks = (): number => document.querySelectorAll('.number .read').length;
  see(picture, 1);
  vi.advanceTimersByTime(1900);
  see(picture, 0); // scrolled past
  vi.advanceTimersByTime(5000);
  await tick();
  expect(marks()).toBe(0);
  see(picture, 1);
  vi.advanceTimersByTime(2000);
  await tick();
  expect(marks()).toBe(1);
  expect(picture.closest('section')?.querySelector('h2')?.textContent).toContain('(read)');
  expect(localStorage.getItem('hexade.read')).toMatch(/^\["\w+ \w+"\]$/);
  cleanup();
  picture = await shown();
  expect(marks()).toBe(1);
});

it('finds what stands side by side where nothing is marked', () => {
  const picture = document.createElement('div');
  picture.innerHTML = '<div><div><b></b><b></b><i></i></div></div>';
  expect(partsOf(picture).map(({ tagName }) => tagName)).toEqual(['B', 'B', 'I']);
  picture.innerHTML = '<div><b data-part></b><p><i data-part></i></p></div>';
  expect(partsOf(picture).map(({ tagName }) => tagName)).toEqual(['B', 'I']);
});
