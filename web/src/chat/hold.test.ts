import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdFaces, whoseFace } from './hold';

const held = vi.fn<(name: string) => void>();
const clicked = vi.fn();
let main: HTMLElement;
let stop: () => void;

const point = (kind: string, target: Element, x = 0): boolean =>
  target.dispatchEvent(
    new PointerEvent(kind, { bubbles: true, cancelable: true, clientX: x, button: 0 }),
  );
const at = (selector: string): Element => main.querySelector(selector) as Element;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  document.body.innerHTML = `<main><button class="seat"><i data-who="Bea"></i><b>Bea</b></button>
    <p>nobody</p><button class="all"><i data-who="Ada"></i><i data-who="Bea"></i><u></u></button></main>`;
  main = document.querySelector('main') as HTMLElement;
  at('.seat').addEventListener('click', clicked);
  stop = holdFaces(held)(main);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('a face is found by itself, and by the button that has this one alone', () => {
  expect(whoseFace(at('.seat i'))).toBe('Bea');
  expect(whoseFace(at('.seat b'))).toBe('Bea');
  expect(whoseFace(at('p'))).toBeNull();
  expect(whoseFace(at('.all u'))).toBeNull();
});

it('a face that is held opens its card, and the click that ends it does nothing', () => {
  point('pointerdown', at('.seat b'));
  vi.advanceTimersByTime(499);
  expect(held).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(held).toHaveBeenCalledExactlyOnceWith('Bea');
  point('pointerup', at('.seat b'));
  point('click', at('.seat b'));
  expect(clicked).not.toHaveBeenCalled();
  point('pointerdown', at('.seat b'));
  point('pointerup', at('.seat b'));
  point('click', at('.seat b'));
  expect(clicked, 'a tap is a tap').toHaveBeenCalledTimes(1);
});

it('a finger that moves scrolls', () => {
  point('pointerdown', at('.seat b'));
  point('pointermove', at('.seat b'), 30);
  vi.advanceTimersByTime(1000);
  expect(held).not.toHaveBeenCalled();
});

it('the other button of a mouse opens it as well, once', () => {
  point('contextmenu', at('.seat i'));
  expect(held).toHaveBeenCalledTimes(1);
  point('contextmenu', at('p'));
  expect(held).toHaveBeenCalledTimes(1);
});
