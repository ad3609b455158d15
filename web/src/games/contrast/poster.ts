/** A finished game in numbers and as a picture: the pictures that the best have won. */
import type { GameEvent, Mosaic, Tally } from '../contract';
import { drawingOf } from './pictures/pictures';
import { finished, rounds } from './round/rounds';

const SIDE = 100;
const MOST = 20;

/** Return the pictures that everybody has won; two are one team (F10). */
export function tally(result: Record<string, unknown>): Tally {
  const scores = result.scores as number[];
  const label = 'contrast.won';
  if (scores.length === 2)
    return {
      label,
      sides: [{ seats: [0, 1], value: scores[0] ?? 0 }],
      lost: result.won === false,
    };
  return { label, sides: scores.map((value, seat) => ({ seats: [seat], value })) };
}

const card = (x: number, y: number): string =>
  `M${x + 14},${y}h64a14,14 0 0 1 14,14v64a14,14 0 0 1 -14,14h-64a14,14 0 0 1 -14,-14v-64a14,14 0 0 1 14,-14Z`;

/** Return the pictures that the best one took, as cards; the last ones, where there are many. */
export function mosaic(
  _: Record<string, unknown>,
  events: readonly GameEvent[],
  result: Record<string, unknown>,
): Mosaic {
  const first = Math.max(0, (result.ranks as number[]).indexOf(1));
  const all = finished(rounds(events));
  const taken = all.filter(({ award }) => award?.seats.includes(first)).slice(-MOST);
  const shown = taken.length ? taken : all.slice(-MOST);
  const columns = Math.max(1, Math.ceil(Math.sqrt(shown.length)));
  const lines = Math.max(1, Math.ceil(shown.length / columns));
  const left = (-columns * SIDE) / 2 + 4;
  const top = (-lines * SIDE) / 2 + 4;
  return {
    width: columns * SIDE,
    height: lines * SIDE,
    shapes: shown.flatMap(({ picture }, n) => {
      const [x, y] = [left + (n % columns) * SIDE, top + Math.floor(n / columns) * SIDE];
      const frame = { d: card(x, y), fill: '#fffdf8', stroke: '#ded4c2', width: 1 };
      return [frame, { href: drawingOf(picture), x: x + 12, y: y + 12, size: 68 }];
    }),
  };
}
