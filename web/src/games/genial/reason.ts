/** The reasons for a move in words (src/hexade/games/genial/reasons.py). */
import { t } from '../../kit/i18n.svelte';
import type { Hint, Slip, Why } from '../contract';
import { liftKey, reasonValues, winsAhead } from '../shared/reason';
import { listed } from '../shared/speak';
import type { BoardView } from './view';

/** Whom a reason speaks of: partners together, for they share their tracks. */
function named(view: BoardView, names: readonly string[]): string[] {
  if (view.variant !== 'team') return [...names];
  return names.map((_, seat) => listed(names.filter((__, n) => n % 2 === seat % 2)));
}

export function reason(why: Why, names: string[], shown: Record<string, unknown>): string {
  const view = shown as unknown as BoardView;
  const next = ((view.seat ?? 0) + 1) % Math.max(1, view.seats);
  const values = reasonValues(why, named(view, names));
  if (why.why === 'gift') values.name = names[next] ?? '';
  return t(`genial.reason.${why.why}${why.why === 'lifts' ? liftKey(why) : ''}`, values);
}

const sorted = (letters: string): string => [...letters].sort().join('');

/** Whether two placements are one idea: the same tile, turned on its place or on one of its cells. */
function alike(best: string, other: string): boolean {
  const [[tile = '', ...cells], [second = '', ...places]] = [best.split(' '), other.split(' ')];
  return sorted(tile) === sorted(second) && cells.some((cell) => places.includes(cell));
}

/** How much better a hint is than the next idea; alone there is nobody to beat. */
export function ahead(hints: readonly Hint[], view: Record<string, unknown>): string | null {
  const n = view.variant === 'solo' ? null : winsAhead(hints, alike);
  return n === null ? null : t('genial.reason.ahead', { n });
}

/** What a mistake overlooked, in a sentence (src/hexade/games/genial/slips.py). */
export const slipped = (slip: Slip, names: string[]): string =>
  t(`genial.slip.${slip.slip}`, reasonValues(slip, names));
