import { expect, it } from 'vitest';
import { popoverPlace } from './popoverPlace';

const room = { left: 0, top: 0, width: 700, height: 640 };

it('never covers the ghost or what counts, wherever they are', () => {
  for (let x = 60; x < 660; x += 40)
    for (let y = 60; y < 600; y += 40) {
      const counted: [number, number][] = [0, 1, 2, 3].map((n) => [x - 32 * n, y]);
      const box = popoverPlace({
        ghost: [x, y],
        counted,
        taken: [],
        room,
        cell: 36,
        width: 270,
        height: 92,
      });
      for (const [cx, cy] of counted) {
        const inside =
          cx > box.left && cx < box.left + box.width && cy > box.top && cy < box.top + box.height;
        expect(inside, `${x},${y} hides ${cx},${cy}`).toBe(false);
      }
      expect(box.left).toBeGreaterThanOrEqual(room.left);
      expect(box.left + box.width).toBeLessThanOrEqual(room.left + room.width);
      expect(box.top + box.height).toBeLessThanOrEqual(room.top + room.height);
    }
});
