/** The result: everybody's colours from the weakest on, and what decided, in words (G6, G7). */
import { t } from '../../../kit/i18n.svelte';
import type { TableState } from '../../../wire/messages';
import { byRank, differsAt, rungsOf, type Rung, type Standing } from '../../shared/ladder';
import { called, namesOf, winners } from '../../shared/speak';
import { COLOURS, colourName, type ByColour } from '../view';

/** So many tiles of every colour win (G1), by the number of players. */
const GOALS: Record<number, number> = { 2: 7, 3: 6, 4: 5 };

interface Result {
  ranks: number[];
  scores: ByColour[];
  reason: 'collected' | 'pile-empty';
}

export interface Standings {
  goal: number;
  /** The best first; a colour counts for no more than the goal (G6). */
  standings: Standing[];
  /** The rung at which the two best differ; null where none does. */
  decides: number | null;
}

/** What a seat owns as far as it counts. */
export const counted = (owned: ByColour, goal: number): ByColour =>
  Object.fromEntries(COLOURS.map((one) => [one, Math.min(goal, owned[one])])) as ByColour;

/** Rank the players of a result. */
export function standingsOf(result: Record<string, unknown>): Standings {
  const { ranks, scores } = result as unknown as Result;
  const goal = GOALS[scores.length] ?? 0;
  const standings = byRank(
    scores.map((owned, n) => ({
      seats: [n],
      rank: ranks[n] ?? 0,
      rungs: rungsOf(counted(owned, goal)),
    })),
  );
  const [best, second] = standings;
  return { goal, standings, decides: differsAt(best?.rungs ?? [], second?.rungs ?? []) };
}

const rungText = (rung: Rung | undefined): string =>
  rung ? `${rung.value} ${colourName(rung.colour)}` : '';

/** Why the first one is first: the goal, or the first colour that differs. */
function reasonOf(result: Record<string, unknown>, names: readonly string[]): string {
  const { goal, standings, decides } = standingsOf(result);
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
    tie: best?.rungs[0]?.value ?? 0,
  });
}

/** The headline of the end, and below it what decided. */
export function headline(
  result: Record<string, unknown>,
  table: TableState,
  seat: number | null,
): { title: string; reason: string } {
  const names = called('genial_collect', namesOf(table.seats), seat);
  const { title } = winners('genial_collect', result, table, seat);
  return { title, reason: reasonOf(result, names) };
}
