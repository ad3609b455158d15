/** When a bot shows an emote: seldom, and the same for everybody who looks at the game. */
import type { GameEvent } from '../games/contract';
import { characterOf, type Moment } from './characters';

/** What bots show in one game, at most. */
export const MOST = 2;
/** Before so many scoring moves nothing is remarkable. */
const SETTLED = 8;

export interface Shown {
  seat: number;
  emote: string;
}
type Seat = { bot?: string | null };

const sum = (event: GameEvent): number =>
  Array.isArray(event.points) ? (event.points as number[]).reduce((all, one) => all + one, 0) : 0;

const shows = (seats: readonly Seat[], seat: number, moment: Moment): Shown[] => {
  const emote = characterOf(seats[seat]?.bot)?.emotes[moment];
  return emote ? [{ seat, emote }] : [];
};

/** Who speaks of somebody else's move: the first bot at the table. */
const speaker = (seats: readonly Seat[]): number => seats.findIndex(({ bot }) => characterOf(bot));

/** What was remarkable in a game up to now: the first move that beat all before it, and the end. */
function remarks(events: readonly GameEvent[], seats: readonly Seat[], ranks: number[]): Shown[] {
  const found: Shown[] = [];
  let [top, moves] = [0, 0];
  for (const event of events) {
    const points = sum(event);
    if (points <= 0 || typeof event.seat !== 'number') continue;
    moves += 1;
    // At most one before the end, so that there is one left for it.
    if (moves > SETTLED && points > top && !found.length)
      found.push(
        ...(characterOf(seats[event.seat]?.bot)
          ? shows(seats, event.seat, 'proud')
          : shows(seats, speaker(seats), 'impressed')),
      );
    top = Math.max(top, points);
  }
  const last = speaker(seats);
  if (ranks.length > 1 && last >= 0)
    found.push(...shows(seats, last, ranks[last] === 1 ? 'won' : 'lost'));
  return found;
}

/** Return all that the bots of a game have shown so far, in order. */
export const shownIn = (
  events: readonly GameEvent[],
  seats: readonly Seat[],
  result?: Record<string, unknown> | null,
): Shown[] =>
  remarks(events, seats, Array.isArray(result?.ranks) ? result.ranks.map(Number) : []).slice(
    0,
    MOST,
  );
