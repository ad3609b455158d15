/** What is remarkable in the collecting game: a rich harvest, and much that a bad tile takes. */
import type { GameEvent, Remark } from '../contract';

/** Turns after which something is remarkable. */
const SETTLED = 6;
/** So many tiles turned up in a turn are much to win or to lose. */
const MUCH = 3;

export function remarks(events: readonly GameEvent[]): Remark[] {
  const found: Remark[] = [];
  let [turns, shown, richest] = [0, 0, 0];
  for (const { event, seat = -1, good, tiles } of events) {
    if (event === 'turn_up' && good) {
      shown += 1;
      continue;
    }
    if (event !== 'turn_up' && event !== 'stop') continue;
    turns += 1;
    const taken = event === 'stop' && Array.isArray(tiles) ? tiles.length : 0;
    const much = turns > SETTLED && shown >= MUCH;
    if (much && event === 'turn_up') found.push({ what: 'mishap', seats: [seat] });
    if (much && taken > richest) found.push({ what: 'great', seats: [seat] });
    [shown, richest] = [0, Math.max(richest, taken)];
  }
  return found;
}
