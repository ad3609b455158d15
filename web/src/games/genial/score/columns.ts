/** The sides of a game as columns of the score table, one's own first. */
import type { ScoreColumn, TrackFields } from '../../shared/scoreTable';
import type { GenialModel } from '../model.svelte';
import { sides } from './scores';

/** Return a column for each side, one's own first and then clockwise. */
export function columnsOf(model: GenialModel): ScoreColumn[] {
  const own = model.view.track.row[model.near] ?? 0;
  const place = (seats: number[]): number => Math.min(...seats.map((seat) => model.placeOf(seat)));
  return [...sides(model.view)]
    .sort(
      (a, b) => Number(b.row === own) - Number(a.row === own) || place(a.seats) - place(b.seats),
    )
    .map(({ row, seats, scores }) => ({
      key: row,
      name: seats.map((seat) => model.called[seat] ?? '').join(' + '),
      who: seats.map((seat) => model.seats[seat]),
      values: scores,
    }));
}

/** Return the fields of a track: up to 18, or to 36 with a gap behind the first end. */
export function fieldsOf({ view }: GenialModel): TrackFields {
  const { stop, end } = view.track;
  const step = end > stop ? 6 : 3;
  const ticks = Array.from({ length: end / step + 1 }, (_, n) => n * step);
  return { count: end + 1, ticks, gates: end > stop ? [stop + 1] : [] };
}
