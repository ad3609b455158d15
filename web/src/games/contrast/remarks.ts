/** What is remarkable in Contrast: two who think alike, all who do, and a pair that cannot miss. */
import type { GameEvent, Remark } from '../contract';
import { finished, outcome, rounds, type Round } from './round/rounds';

/** Pictures after which something is remarkable. */
const SETTLED = 6;
/** A pair is remarkable after so many pictures in a row. */
const RUN = 4;

/** Two of four or more chose what won, or all chose the same and nobody won; null: an ordinary picture. */
function remark(round: Round): Remark | null {
  const { kind, k, n } = outcome(round);
  if (kind === 'all') return { what: 'wonder', seats: [] };
  return kind === 'win' && k === 2 && n > 3
    ? { what: 'great', seats: round.award?.seats ?? [] }
    : null;
}

export function remarks(events: readonly GameEvent[]): Remark[] {
  const found: Remark[] = [];
  let run = 0;
  for (const [n, round] of finished(rounds(events)).entries()) {
    const pair = round.choices.length === 2;
    run = pair && round.award?.seats.length ? run + 1 : 0;
    if (n < SETTLED) continue;
    if (run === RUN) found.push({ what: 'great', seats: [0, 1] });
    const one = pair ? null : remark(round);
    if (one) found.push(one);
  }
  return found;
}
