/** What decided: the markers of all sides from weakest to strongest, up to the first difference. */
import { pulled } from './scores';
import type { Colour, Scores, Variant } from './view';
import { COLOURS } from './view';

export interface Rung {
  colour: Colour;
  value: number;
}

export interface Standing {
  seats: number[];
  rank: number;
  rungs: Rung[];
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

function rungs(scores: Scores, keep: (value: number) => boolean = () => true): Rung[] {
  return COLOURS.map((colour) => ({ colour, value: scores[colour] }))
    .filter((rung) => keep(rung.value))
    .sort((a, b) => a.value - b.value);
}

function standings(result: Result): Standing[] {
  const { scores } = result;
  if (!Array.isArray(scores)) {
    const turned = COLOURS.map((colour) => [colour, -scores[colour]] as const);
    const own = [scores, Object.fromEntries(turned) as Scores];
    return own.map((mine, seat) => ({
      seats: [seat],
      rank: result.ranks[seat] ?? 1,
      rungs: rungs(mine, (value) => value > 0),
      pulled: pulled(mine),
    }));
  }
  return scores.map((mine, row) => ({
    seats: result.ranks.flatMap((_, seat) => (seat % scores.length === row ? [seat] : [])),
    rank: result.ranks[row] ?? 1,
    rungs: rungs(mine),
    pulled: null,
  }));
}

/** Return the ladder of a result, the best first. */
export function ladder(result: Result): Ladder {
  const order = standings(result).sort((a, b) => a.rank - b.rank);
  const [best, second] = order;
  if (!best || !second || best.pulled !== second.pulled) return { standings: order, decides: null };
  const at = best.rungs.findIndex((rung, n) => rung.value !== second.rungs[n]?.value);
  return { standings: order, decides: at < 0 ? null : at };
}

/** Return whether a variant is played alone. */
export const alone = (variant: Variant | string): boolean => variant === 'solo';
