/** What the coach says of a move: why it is good, and how much better than the next idea. */
import type { GamePage, Hint } from '../games/contract';

/** Return the sentences; `chances`: how good the moves are is how often they win. */
export function adviceOf(
  page: Pick<GamePage, 'reason' | 'ahead'>,
  hints: readonly Hint[],
  chances: boolean,
  names: string[],
  view: Record<string, unknown>,
): string[] {
  const [best] = hints;
  const reasons = (best?.reasons ?? []).map((one) => page.reason?.(one, names, view) ?? null);
  const ahead = chances ? (page.ahead?.(hints, view) ?? null) : null;
  return [...reasons, ahead].filter((text) => text !== null);
}
