/** Finished games, move by move: a kept game as the replay that the page shows (live/replays.py). */
import type { Agreed, Frame, Origin, Player, Replay } from '../wire/messages';
import { CHANCE, WATCHER } from './game';
import type { Event, LocalGame, Seat } from './game';
import { isPrivate, opening, refusal } from './match';
import { replay as steps } from './record';
import { setupOf } from './setup';

/** A finished game as this device keeps it. */
export interface FinishedGame {
  /** Its replay's name: the table's code, and the number of the game. */
  id: string;
  agreed: Required<Agreed>;
  start: Seat;
  seed: number;
  players: Player[];
  from: Required<Origin> | null;
  events: Event[];
  result: Record<string, unknown>;
  /** When it ended (ms since 1970). */
  at: number;
  /** It came from a file or a link: it can be looked through, and is no game of one's own. */
  opened?: boolean;
}

/** The frames of a game: each moment at which a seat had to move, and the end. */
function* frames(
  game: LocalGame,
  { agreed, start, events, result }: FinishedGame,
): Generator<Frame> {
  const setup = setupOf(agreed, start);
  let v = 0;
  let since: Event[] = [];
  for (const step of steps(game, { setup, events, result })) {
    v += step.events.length;
    since.push(...step.events);
    const waiting = game.toAct(step.state).sort((a, b) => a - b);
    if (waiting[0] === CHANCE) continue;
    const view = game.view(step.state, waiting[0] ?? WATCHER);
    yield {
      v,
      events: since,
      view: game.show(view),
      scores: game.scores(view),
      waiting,
      legal: waiting[0] === undefined ? 0 : game.legal(step.state, waiting[0]).length,
    };
    since = [];
  }
}

/** Return a game as the server would send it. */
export function replayOf(game: LocalGame, played: FinishedGame): Replay {
  const { id, agreed, start, seed, players, from, result } = played;
  const shown = [...frames(game, played)];
  return { id, agreed, start, seed, players, from, result, frames: shown, device: true };
}

/** Where a table's first game goes on from: the history up to there. */
export interface StartingPosition {
  replay: string;
  v: number;
  start: Seat;
  events: Event[];
}

/**
 * Return a position of a game to play on from; throws a Refusal where nobody had to move. A private
 * choice belongs to the move before it: others must not see that there is one.
 */
export function positionAt(game: LocalGame, played: FinishedGame, v: number): StartingPosition {
  const { id, agreed, start, events, result } = played;
  const setup = setupOf(agreed, start);
  const before = opening(game, setup);
  let [version, last] = [0, 0];
  for (const step of steps(game, { setup, events, result })) {
    version += step.events.length;
    const acting = game.toAct(step.state);
    const hidden = isPrivate({ ...before, state: step.state });
    if (!hidden && acting.length && acting[0] !== CHANCE) last = version;
    if (version === v && (hidden || last === version))
      return { replay: id, v: last, start, events: events.slice(0, last) };
  }
  throw refusal('version', `nobody had to move at version ${v} of ${id}`);
}
