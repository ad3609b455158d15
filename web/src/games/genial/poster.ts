/** A finished game in numbers and as a picture: the weakest colours, and the mosaic without its plate. */
import { hexAt, tileAt } from '../../share/hexes';
import type { GameEvent, Mosaic, Tally } from '../contract';
import { S, geometry } from './board/geometry';
import { placements } from './model.svelte';
import { ladder, type Result } from './score/ladder';
import { COLOUR_NAMES, faces, type BoardView } from './view';

/**
 * Return each side's weakest colour; in the duel how many markers it has on its side (D5). Where two
 * sides are equal in that, and one has won: the first values that differ, for they decided (A14).
 */
export function tally(result: Record<string, unknown>): Tally {
  const made = result as unknown as Result;
  const { standings, decides } = ladder(made);
  const duel = !Array.isArray(made.scores);
  const later = standings.length === 2 && (duel ? decides !== null : Boolean(decides));
  const sides = standings.map(({ seats, rungs, pulled }) => ({
    seats,
    value: (later ? rungs[decides ?? 0]?.value : (pulled ?? rungs[0]?.value)) ?? 0,
    rungs: rungs.map(({ colour, value }) => ({ colour: COLOUR_NAMES[colour], value })),
  }));
  sides.sort((a, b) => (a.seats[0] ?? 0) - (b.seats[0] ?? 0));
  const label = duel ? 'genial.tally.markers' : 'genial.tally';
  if (!later) return { label, sides };
  const [best] = standings;
  return { label: `${label}.later`, sides, tie: best?.pulled ?? best?.rungs[0]?.value ?? 0 };
}

/** Return the tiles as they lie. */
export function mosaic(view: Record<string, unknown>, events: readonly GameEvent[]): Mosaic {
  const { side, cells, printed } = view as unknown as BoardView;
  const board = geometry(side);
  const at = (name: string): readonly [number, number] => {
    const { x, y } = board.place(name);
    return [x, y];
  };
  const laid = placements(events).filter(({ cells: [a, b] }) => cells[a] && cells[b]);
  const joined = new Set(laid.flatMap((tile) => tile.cells));
  const single = board.cells.filter(({ name }) => cells[name] && !joined.has(name));
  return {
    width: board.width,
    height: board.height,
    shapes: [
      ...single.flatMap(({ name }) => {
        const colour = cells[name];
        return colour ? hexAt(COLOUR_NAMES[colour], at(name), S, printed.includes(name)) : [];
      }),
      ...laid.flatMap(({ tile, cells: [from, to] }) => {
        const { a, b } = faces(tile);
        return tileAt(a, b, at(from), at(to), S * 0.985);
      }),
    ],
  };
}
