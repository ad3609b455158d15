/** The result: everybody's colours from the weakest on, and what decided, in words (G6, G7). */
import { t } from '../../../kit/i18n.svelte';
import type { TableState } from '../../../wire/messages';
import {
  byRank,
  differsAt,
  equalBefore,
  rungsOf,
  type Rung,
  type Standing,
} from '../../shared/ladder';
import { called, namesOf, winners } from '../../shared/speak';
import { COLOURS, colourName, seen, type ByColour } from '../view';

interface Result {
  ranks: number[];
  scores: ByColour[];
  reason: 'collected' | 'pile-empty';
}

export interface Standings {
  /** The best first; a colour counts for no more than the goal (G6). */
  standings: Standing[];
  /** The rung at which the two best differ; null where none does. */
  decides: number | null;
}

/** What a seat owns as far as it counts. */
export const counted = (owned: ByColour, goal: number): ByColour =>
  Object.fromEntries(COLOURS.map((one) => [one, Math.min(goal, owned[one])])) as ByColour;

/** Rank the players of a result; so many tiles of every colour were the goal (G1). */
export function standingsOf(result: Record<string, unknown>, goal: number): Standings {
  const { ranks, scores } = result as unknown as Result;
  const standings = byRank(
    scores.map((owned, n) => ({
      seats: [n],
      rank: ranks[n] ?? 0,
      rungs: rungsOf(counted(owned, goal)),
    })),
  );
  const [best, second] = standings;
  return { standings, decides: differsAt(best?.rungs ?? [], second?.rungs ?? []) };
}

const rungText = (rung: Rung | undefined): string =>
  rung ? `${rung.value} ${colourName(rung.colour)}` : '';

/** Why the first one is first: the goal, or the first colour that differs. */
function reasonOf(result: Record<string, unknown>, goal: number, names: readonly string[]): string {
  const { standings, decides } = standingsOf(result, goal);
  const [best, second] = standings;
  const [a = '', b = ''] = [best, second].map((one) => names[one?.seats[0] ?? -1]);
  const word = (key: string, values = {}): string => t(`genial_collect.end.${key}`, values);
  if ((result as unknown as Result).reason === 'collected')
    return word('collected', { goal, b, m: rungText(second?.rungs[0]) });
  if (decides === null) return word('equal');
  return word(decides ? 'then' : 'scarcest', {
    a,
    b,
    n: rungText(best?.rungs[decides]),
    m: rungText(second?.rungs[decides]),
    ...equalBefore(best?.rungs ?? [], decides),
  });
}

/** The headline of the end, and below it what decided. */
export function headline(
  result: Record<string, unknown>,
  table: TableState,
  seat: number | null,
  view: Record<string, unknown>,
): { title: string; reason: string } {
  const names = called('genial_collect', namesOf(table.seats), seat);
  const { title } = winners('genial_collect', result, table, seat);
  return { title, reason: reasonOf(result, seen(view).goal, names) };
}
