import { render } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { Said, SeatState } from '../wire/messages';
import BubblesLayer from './Bubbles.svelte';
import { Bubbles } from './follow.svelte';

vi.mock('svelte/transition', () => ({ fade: () => ({ duration: 0 }) }));
afterEach(() => vi.useRealTimers());

/** A face that lets taps through to its table, and whether what is said hangs there. */
async function hangsAt(top: (main: HTMLElement) => Element): Promise<boolean> {
  document.body.innerHTML = `<main id="main">
    <section><svg></svg><i data-who="Mira" style="pointer-events: none"></i></section>
    <div class="panel"></div></main>`;
  const main = document.getElementById('main') as HTMLElement;
  const face = main.querySelector('i') as HTMLElement;
  face.getBoundingClientRect = () => new DOMRect(100, 300, 38, 38);
  const found = top(main);
  document.elementsFromPoint = () => [found, main, document.body];
  vi.useFakeTimers();
  const bubbles = new Bubbles();
  const seats = [{ name: 'Mira', avatar: 'fox', here: true }] as SeatState[];
  const line: Said = { t: 'said', n: 1, seat: 0, text: 'Hello' };
  const { unmount } = render(BubblesLayer, {
    props: { bubbles, seats, names: ['Mira'], onopen: () => {} },
  });
  bubbles.say(line);
  await vi.advanceTimersByTimeAsync(300);
  const bubble = document.querySelector('.bubble');
  expect(bubble).not.toBeNull();
  const faceless = bubble?.classList.contains('faceless');
  unmount();
  bubbles.clear();
  return !faceless;
}

it('hangs at a face that lets taps through to its table', async () => {
  expect(await hangsAt((main) => main.querySelector('svg') as Element)).toBe(true);
});

it('does not hang at such a face below a panel that is open', async () => {
  expect(await hangsAt((main) => main.querySelector('.panel') as Element)).toBe(false);
});
