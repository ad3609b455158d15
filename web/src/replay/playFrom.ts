/** "Play from here": a table that begins with a position of a finished game, against bots. */
import type { Create, Replay } from '../wire/messages';

/** Who sits down: the name and animal that this browser knows. */
export interface Me {
  name: string;
  avatar: string;
}

/**
 * The request for a table that continues from a frame. One takes one's own seat where it is known;
 * else that of the only person who played, or the one to move.
 */
export function playFrom(
  replay: Replay,
  frame: number,
  me: Me,
  bot: string,
  seat?: number,
): Create {
  const at = replay.frames[frame];
  const people = replay.players.flatMap(({ bot }, n) => (bot ? [] : n));
  const only = people.length === 1 ? people[0] : undefined;
  const own = seat ?? only ?? at?.waiting?.[0] ?? 0;
  const others = Math.max(0, replay.players.length - 1);
  return {
    agreed: { ...replay.agreed, public: false }, // one may know the tiles
    sit: { ...me, seat: own },
    bots: Array.from({ length: others }, () => bot),
    start: true,
    from: { replay: replay.id, v: at?.v ?? 0 },
  };
}
