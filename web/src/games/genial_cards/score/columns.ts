/** The players of the card game as columns of the score table, and the fields of their rows. */
import type { ScoreColumn, TrackFields } from '../../shared/scoreTable';
import type { GenialCardsModel } from '../model.svelte';
import { lockOf, type Chips } from '../view';

/** Return a column for each player, the near one first and then clockwise. */
export function columnsOf(model: GenialCardsModel): ScoreColumn[] {
  return model.seats
    .map((who, seat) => ({
      key: seat,
      name: model.called[seat] ?? '',
      who: [who],
      values: model.view.chips[seat] as Chips,
    }))
    .sort((a, b) => model.placeOf(a.key) - model.placeOf(b.key));
}

/** Return the fields of a player's rows: four areas, and which of them are locked. */
export function fieldsOf({ view }: GenialCardsModel, seat: number): TrackFields {
  const ticks = [...new Set(view.areas.flat())];
  const gates = view.areas.map(([from]) => from).filter((from) => from > 0);
  const count = (view.areas.at(-1)?.[1] ?? 0) + 1;
  const lock = lockOf(view, seat);
  return { count, ticks, gates, limits: view.limits[seat], lock: lock ? lock.from : null };
}
