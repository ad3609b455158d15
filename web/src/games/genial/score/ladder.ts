/** What decided: the markers of all sides from weakest to strongest, up to the first difference. */
import { byRank, differsAt, rungsOf, type Standing as Rungs } from '../../shared/ladder';
import { pulled } from './scores';
import { COLOURS, type Scores } from '../view';

export interface Standing extends Rungs {
  /** Markers on one's own side; only in the duel. */
  pulled: number | null;
}

export interface Ladder {
  standings: Standing[];
  /** The rung at which the two best differ; null if none does, or another thing decided. */
  decides: number | null;
}

export interface Result {
  ranks: number[];
  scores: Scores[] | Scores;
  reason: 'board-full' | 'all-at-end' | 'all-on-one-side';
}

function standings(result: Result): Standing[] {
  const { scores } = result;
  if (!Array.isArray(scores)) {
    const turned = COLOURS.map((colour) => [colour, -scores[colour]] as const);
    const own = [scores, Object.fromEntries(turned) as Scores];
    return own.map((mine, seat) => ({
      seats: [seat],
      rank: result.ranks[seat] ?? 1,
      rungs: rungsOf(mine).filter(({ value }) => value > 0),
      pulled: pulled(mine),
    }));
  }
  return scores.map((mine, row) => ({
    seats: result.ranks.flatMap((_, seat) => (seat % scores.length === row ? [seat] : [])),
    rank: result.ranks[row] ?? 1,
    rungs: rungsOf(mine),
    pulled: null,
  }));
}

/** Return the ladder of a result, the best first. */
export function ladder(result: Result): Ladder {
  const order = byRank(standings(result));
  const [best, second] = order;
  if (!best || !second || best.pulled !== second.pulled) return { standings: order, decides: null };
  return { standings: order, decides: differsAt(best.rungs, second.rungs) };
}
