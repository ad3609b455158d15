/** Where the popover beside the previewed tile goes: near it, on free cells, never on what counts. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

type Point = readonly [number, number];

const RINGS = [0.35, 0.9, 1.6, 2.4, 3.4];
const WAYS = 24;

function covers(box: Box, [x, y]: Point, room: number): boolean {
  return (
    x > box.left - room &&
    x < box.left + box.width + room &&
    y > box.top - room &&
    y < box.top + box.height + room
  );
}

interface Scene {
  /** The middle of the ghost. */
  ghost: Point;
  /** Cells that must stay visible, the ghost's own among them. */
  counted: readonly Point[];
  /** Cells with a symbol: better left visible. */
  taken: readonly Point[];
  /** The board with what surrounds it. */
  room: Box;
  /** The radius of a cell. */
  cell: number;
  width: number;
  height: number;
}

/** Return the place of the window; all lengths in the same unit. */
export function popoverPlace(scene: Scene): Box {
  const { ghost, room, cell, width, height } = scene;
  let best: Box = { left: room.left, top: room.top, width, height };
  let cost = Infinity;
  for (const ring of RINGS)
    for (let n = 0; n < WAYS; n++) {
      const angle = (n * 2 * Math.PI) / WAYS;
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const reach = cell * (1.9 + ring);
      const left = ghost[0] + dx * (reach + width / 2) - width / 2;
      const top = ghost[1] + dy * (reach + height / 2) - height / 2;
      const box = inside({ left, top, width, height }, room);
      const hidden = scene.counted.filter((point) => covers(box, point, cell * 0.95)).length;
      const busy = scene.taken.filter((point) => covers(box, point, cell * 0.6)).length;
      const shifted = Math.abs(box.left - left) + Math.abs(box.top - top);
      const price = hidden * 1e4 + busy * 8 + ring * 5 + shifted * 0.2 + (dx < -0.1 ? 2 : 0);
      if (price < cost) [best, cost] = [box, price];
    }
  return best;
}

function inside(box: Box, room: Box): Box {
  const left = Math.max(room.left, Math.min(box.left, room.left + room.width - box.width));
  const top = Math.max(room.top, Math.min(box.top, room.top + room.height - box.height));
  return { ...box, left, top };
}
