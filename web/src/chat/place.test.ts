import { expect, it, vi } from 'vitest';
import { place } from './place';

const screen = { width: 390, height: 664 };
const size = { width: 180, height: 44 };
const face = (left: number, top: number, side = 38): DOMRect => new DOMRect(left, top, side, side);

it('a bubble goes above the face, with its tail on it', () => {
  const spot = place(face(100, 300), size, screen);
  expect(spot).toMatchObject({ side: 'above', top: 300 - 44 - 7 });
  expect(spot.left + spot.tail).toBe(119);
});

it('it never leaves the screen, and its tail still points at the face', () => {
  const right = place(face(345, 60), size, screen);
  expect(right.left + size.width).toBeLessThanOrEqual(screen.width - 6);
  expect(right.left + right.tail).toBeCloseTo(364, 0);
  const left = place(face(5, 300), size, screen);
  expect(left.left).toBe(6);
  expect(left.tail).toBe(18);
});

it('a face at the top speaks downwards, where there is no room above it', () => {
  expect(place(face(100, 4), size, screen)).toMatchObject({ side: 'below', top: 49 });
  expect(place(face(345, 46), size, screen).side).toBe('above'); // into the top bar
});

it('a game may have them hang below', () => {
  expect(place(face(100, 60), size, screen, [], ['below', 'above']).side).toBe('below');
});

it('it covers as little as possible of what must stay visible', () => {
  const cell = new DOMRect(120, 260, 30, 30);
  expect(place(face(100, 300), size, screen, [cell]).side).toBe('below');
  const both = [cell, new DOMRect(120, 350, 30, 30), new DOMRect(160, 350, 30, 30)];
  expect(place(face(100, 300), size, screen, both).side).toBe('above');
});

it('with room around, it goes beside the face where it hides least', () => {
  const desk = { width: 1440, height: 900 };
  const sides = ['above', 'below', 'left', 'right'] as const;
  const panel = { left: 1000, right: 1420 };
  const at = place(face(1010, 70), { width: 46, height: 46 }, desk, [], sides, (box) =>
    Number(box.top < 60 || box.right > panel.left + 10),
  );
  expect(at).toMatchObject({ side: 'left', left: 1010 - 7 - 46, top: 66, tail: 23 });
});

it('it stays on its side while another is no better, and moves when one is', () => {
  const sides = ['above', 'below', 'left', 'right'] as const;
  const at = (costs: Record<string, number>, was?: 'left' | 'below') => {
    const spots = sides.map((side) => place(face(100, 300, 40), size, screen, [], [side]));
    const cost = ({ left, top }: { left: number; top: number }): number =>
      costs[spots.find((one) => one.left === left && one.top === top)?.side ?? ''] ?? 9;
    return place(face(100, 300, 40), size, screen, [], sides, cost, was).side;
  };
  const equal = { above: 1, below: 1, left: 1, right: 1 };
  expect(at(equal)).toBe('above');
  expect(at(equal, 'below')).toBe('below');
  expect(at({ ...equal, above: 0 }, 'below')).toBe('above');
});

it('it asks once for each side what lies there: that is slow', () => {
  const costs = vi.fn((box: { top: number }) => -box.top);
  place(face(100, 300), size, screen, [], ['above', 'below', 'left', 'right'], costs);
  expect(costs).toHaveBeenCalledTimes(4);
});
