/** When a bot shows an emote: seldom, and the same for everybody who looks at the game. */
import type { GameEvent, Remark } from '../games/contract';
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

/** Who speaks of what is not its own: the first bot at the table. */
const speaker = (seats: readonly Seat[]): number => seats.findIndex(({ bot }) => characterOf(bot));

/** The moves that brought more points than all before them, once some have been made. */
export function pointsRemarks(events: readonly GameEvent[]): Remark[] {
  const found: Remark[] = [];
  let [top, moves] = [0, 0];
  for (const event of events) {
    const points = sum(event);
    if (points <= 0 || typeof event.seat !== 'number') continue;
    moves += 1;
    if (moves > SETTLED && points > top) found.push({ what: 'great', seats: [event.seat] });
    top = Math.max(top, points);
  }
  return found;
}

/** What the bots show of something remarkable: nobody laughs at the mishap of another. */
function reaction({ what, seats }: Remark, table: readonly Seat[]): Shown[] {
  const own = seats.find((seat) => characterOf(table[seat]?.bot));
  if (own !== undefined) return shows(table, own, what === 'mishap' ? 'unlucky' : 'proud');
  return what === 'mishap' ? [] : shows(table, speaker(table), 'impressed');
}

/** What they show at the end. */
function farewell(seats: readonly Seat[], ranks: readonly number[]): Shown[] {
  const last = speaker(seats);
  if (ranks.length < 2 || last < 0) return [];
  return shows(seats, last, ranks[last] === 1 ? 'won' : 'lost');
}

/** Return all that the bots of a game have shown so far, in order: one thing, and one at the end. */
export function shownIn(
  events: readonly GameEvent[],
  seats: readonly Seat[],
  result?: Record<string, unknown> | null,
  remarks: (events: readonly GameEvent[]) => Remark[] = pointsRemarks,
): Shown[] {
  const first = remarks(events)
    .flatMap((one) => reaction(one, seats))
    .slice(0, MOST - 1);
  return [
    ...first,
    ...farewell(seats, Array.isArray(result?.ranks) ? result.ranks.map(Number) : []),
  ];
}
