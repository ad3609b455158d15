/** Who is ahead and what decided it, in words (A14, B3, C3, D5). */
import { t } from '../../../kit/i18n.svelte';
import type { TableState } from '../../../wire/messages';
import type { Ladder, Result, Standing } from './ladder';
import { ladder } from './ladder';
import { equalBefore } from '../../shared/ladder';
import { called, listed, namesOf } from '../../shared/speak';

function nameOf(standing: Standing, table: TableState, seat: number | null): string {
  const names = called('genial', namesOf(table.seats), seat);
  return listed(standing.seats.map((n) => names[n] ?? ''));
}

function title(found: Ladder, table: TableState, seat: number | null): string {
  const first = found.standings.filter((standing) => standing.rank === 1);
  const names = first.map((standing) => nameOf(standing, table, seat));
  if (first.length > 1) return t('genial.end.shared', { names: listed(names) });
  const mine = seat !== null && first.some((standing) => standing.seats.includes(seat));
  // In the duel the markers are equal wherever their fields decide (D5).
  const duel = found.standings.some(({ pulled }) => pulled !== null);
  const close = found.decides !== null && (duel || found.decides > 0);
  if (mine && first[0] && first[0].seats.length > 1) return t('genial.end.team');
  if (mine) return t(close ? 'end.tiebreak' : 'end.win');
  const name = names[0] ?? '';
  if (first[0] && first[0].seats.length > 1) return t('genial.end.teamWins', { name });
  return t(close ? 'end.winner.tiebreak' : 'end.winner', { name });
}

function reason(found: Ladder, result: Result, table: TableState, seat: number | null): string {
  const [best, second] = found.standings;
  if (!best) return '';
  if (result.reason === 'all-at-end') return t('genial.end.allAtEnd');
  if (result.reason === 'all-on-one-side') return t('genial.end.oneSide');
  if (!second) return '';
  const [a, b] = [nameOf(best, table, seat), nameOf(second, table, seat)];
  if (best.pulled !== null && best.pulled !== second.pulled)
    return t('genial.end.pulled', { a, b, n: best.pulled, m: second.pulled ?? 0 });
  if (found.decides === null)
    return best.pulled === null
      ? t('genial.end.equal')
      : t('genial.end.equalMarkers', { markers: best.pulled });
  const values = {
    a,
    b,
    at: found.decides + 1,
    n: best.rungs[found.decides]?.value ?? 0,
    m: second.rungs[found.decides]?.value ?? 0,
    ...equalBefore(best.rungs, found.decides),
    markers: best.pulled ?? 0,
  };
  if (best.pulled !== null) return t('genial.end.tieMarkers', values);
  return t(found.decides === 0 ? 'genial.end.weakest' : 'genial.end.tie', values);
}

/** Return the headline of the end and the sentence below it. */
export function headline(
  result: Record<string, unknown>,
  table: TableState,
  seat: number | null,
): { title: string; reason: string } {
  const made = result as unknown as Result;
  const found = ladder(made);
  const [only, other] = found.standings;
  if (only && !other) {
    const n = only.rungs[0]?.value ?? 0;
    return { title: t('genial.end.solo', { n }), reason: reasonAlone(made, n) };
  }
  return { title: title(found, table, seat), reason: reason(found, made, table, seat) };
}

// What a result alone is worth, from the least: random play has 1 or 2, the strong bots 15.
const WORTH: [from: number, word: string][] = [
  [0, 'start'],
  [6, 'going'],
  [10, 'good'],
  [14, 'great'],
  [18, 'best'],
];

/** Return the word for a result alone: praise only where it fits. */
export const worthAlone = (n: number): string =>
  WORTH.findLast(([from]) => n >= from)?.[1] ?? 'start';

function reasonAlone(result: Result, n: number): string {
  if (result.reason === 'all-at-end') return t('genial.end.allAtEnd');
  return `${t('genial.end.soloWhy', { n })} ${t(`genial.end.alone.${worthAlone(n)}`)}`;
}
