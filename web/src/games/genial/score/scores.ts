/** Score tracks by seat: who has which, and which colour is weakest. */
import type { BoardView, Scores } from '../view';
import { COLOURS } from '../view';

/** A track and whose it is. */
export interface Side {
  row: number;
  seats: number[];
  scores: Scores;
}

/** Return the tracks in order of seats; the duel's one track is seen from its first seat. */
export function sides(view: BoardView): Side[] {
  const rows = Array.isArray(view.scores) ? view.scores : [view.scores];
  const seats = Array.from({ length: view.seats }, (_, seat) => seat);
  return rows.map((scores, row) => ({
    row,
    seats: seats.filter((seat) => (view.track.row[seat] ?? 0) === row),
    scores,
  }));
}

/** Return a seat's markers as that seat sees them: in the duel, its own side is above 0. */
export function scoresOf(view: BoardView, seat: number): Scores {
  const rows = Array.isArray(view.scores) ? view.scores : [view.scores];
  const found = rows[view.track.row[seat] ?? 0] ?? rows[0];
  const sign = view.track.sign[seat] ?? 1;
  return Object.fromEntries(COLOURS.map((c) => [c, sign * (found?.[c] ?? 0)])) as Scores;
}

/** Return how many markers stand on one's own side of the duel's track (D5). */
export function pulled(scores: Scores): number {
  return COLOURS.filter((colour) => scores[colour] > 0).length;
}

/** Return how far each of a seat's markers went; points beyond the end went nowhere (A10). */
export function moved(before: BoardView, after: BoardView, seat: number): number[] {
  const [from, to] = [scoresOf(before, seat), scoresOf(after, seat)];
  return COLOURS.map((colour) => to[colour] - from[colour]);
}
