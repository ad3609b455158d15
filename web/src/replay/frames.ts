/** A finished game as frames: its graph, and the moves that stood out. */
import type { Curve, CurvePoint, GameEvent, GamePage } from '../games/contract';
import { shownSeats } from '../table/names';
import type { Now, Replay, TableState } from '../wire/messages';

/** One line of the graph: whose it is, and its value at each frame. */
export interface Series {
  label: string;
  seats: number[];
  values: number[];
}

/** A move that stood out. */
export interface Moment {
  frame: number;
  seat: number;
  points: number;
  /** The event; with `gained` if its game distinguishes points from what counts. */
  event: GameEvent;
}

/** A mark on the graph and the slider. */
export interface Mark {
  frame: number;
  seat: number;
  colour: string;
}

/** The state of the table, for the game's page to draw. */
export function tableOf(replay: Replay): TableState {
  const sat = replay.players.map((player) => ({ ...player, here: true }));
  return {
    code: '',
    phase: 'over',
    agreed: replay.agreed,
    seats: shownSeats(sat),
    game: 1,
    watchers: 0,
  };
}

/** The names of the players, seat by seat. */
export function namesOf(table: TableState): string[] {
  return table.seats.map((seat) => seat.name ?? '–');
}

/** The state of the game at a frame; the last one has the result. */
export function nowAt(replay: Replay, n: number): Now {
  const frame = replay.frames[n];
  const last = n === replay.frames.length - 1;
  return {
    game: 1,
    v: frame?.v ?? 0,
    view: frame?.view ?? {},
    waiting: frame?.waiting ?? [],
    result: last ? replay.result : null,
    replay: replay.id,
  };
}

/** A frame's view for a spectator: nobody is called "you". */
export const asSpectator = (view: Record<string, unknown>): Record<string, unknown> => ({
  ...view,
  seat: null,
});

/** The events of a frame, or of all frames up to one. */
export function eventsAt(replay: Replay, n: number): GameEvent[] {
  return (replay.frames[n]?.events ?? []) as GameEvent[];
}
export function eventsUpTo(replay: Replay, n: number): GameEvent[] {
  return replay.frames.slice(0, n + 1).flatMap((frame) => frame.events as GameEvent[]);
}

/** The number of the last frame. */
export const lastOf = (replay: Replay): number => Math.max(0, replay.frames.length - 1);

/** Clamp a frame's number to the game; NaN is the end. */
export function within(replay: Replay, n: number): number {
  const last = lastOf(replay);
  return Number.isFinite(n) ? Math.max(0, Math.min(last, Math.round(n))) : last;
}

/** A frame as a curve of a game reads it. */
function pointAt(replay: Replay, n: number): CurvePoint {
  const frame = replay.frames[n];
  const before = replay.frames[n - 1]?.view ?? null;
  return { events: eventsAt(replay, n), before, view: frame?.view ?? {} };
}

/**
 * One series per seat, or per team where the game measures fewer than there are seats: of what the
 * game measures, or of one of its other curves.
 */
export function series(replay: Replay, page: GamePage, curve?: Curve): Series[] {
  const names = namesOf(tableOf(replay));
  const rows = replay.frames.map((frame, n) =>
    curve ? curve.measure(pointAt(replay, n)) : page.measure(frame.view),
  );
  const count = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, n) => {
    const seats = names.map((_, seat) => seat).filter((seat) => seat % count === n);
    const values = rows.map((row) => row[n] ?? 0);
    return { label: seats.map((seat) => names[seat]).join(' + '), seats, values };
  });
}

/** What an event gained, if its game distinguishes that from its points. */
function gainedBy(
  event: GameEvent,
  page: GamePage,
  replay: Replay,
  n: number,
): number[] | undefined {
  const [before, after] = [replay.frames[n - 1]?.view ?? {}, replay.frames[n]?.view ?? {}];
  return page.gained?.(event, before, after);
}

/** All moves that could score, in order. */
export function scoring(replay: Replay, page: GamePage): Moment[] {
  return replay.frames.flatMap((frame, n) =>
    (frame.events as GameEvent[])
      .filter((event) => typeof event.seat === 'number' && Array.isArray(event.points))
      .map((event) => {
        const gained = gainedBy(event, page, replay, n);
        const made = gained ?? (event.points as number[]);
        const points = made.reduce((sum, one) => sum + one, 0);
        const scored = gained ? { ...event, gained } : event;
        return { frame: n, seat: event.seat as number, points, event: scored };
      }),
  );
}

/** The move with the most points, the earliest of equals; null if none scored. */
export function biggest(replay: Replay, page: GamePage): Moment | null {
  return scoring(replay, page).reduce<Moment | null>(
    (top, one) => (one.points > (top?.points ?? 0) ? one : top),
    null,
  );
}

/** The average points per move of each seat; null if it made none. */
export function averages(replay: Replay, page: GamePage): (number | null)[] {
  const moves = scoring(replay, page);
  return replay.players.map((_, seat) => {
    const own = moves.filter((move) => move.seat === seat);
    return own.length ? own.reduce((sum, move) => sum + move.points, 0) / own.length : null;
  });
}

/** The marks of a game, or of one of its other curves: what is found at each frame. */
export function marks(replay: Replay, page: GamePage, curve?: Curve): Mark[] {
  if (curve)
    return replay.frames.flatMap((_, n) =>
      (curve.marks?.(pointAt(replay, n)) ?? []).map((mark) => ({ ...mark, frame: n })),
    );
  return replay.frames.flatMap((frame, n) => {
    const before = replay.frames[n - 1];
    const found = before && page.marks ? page.marks(before.view, frame.view) : [];
    return found.map((mark) => ({ ...mark, frame: n }));
  });
}

function leader(lines: Series[], n: number): number {
  const values = lines.map((line) => line.values[n] ?? 0);
  const top = Math.max(...values);
  return values.filter((value) => value === top).length > 1 ? -1 : values.indexOf(top);
}

/** The frames at which the lead changed, in order. */
export function turns(lines: Series[]): number[] {
  let ahead = -1;
  const found: number[] = [];
  for (let n = 0; n < (lines[0]?.values.length ?? 0); n++) {
    const now = leader(lines, n);
    if (now < 0 || now === ahead) continue;
    if (ahead >= 0) found.push(n);
    ahead = now;
  }
  return found;
}

/** The frames worth jumping to: marks, the biggest move, and where the lead changed. */
export function keyFrames(replay: Replay, page: GamePage): number[] {
  const big = biggest(replay, page)?.frame;
  const found = [...marks(replay, page).map((mark) => mark.frame), ...turns(series(replay, page))];
  if (big !== undefined) found.push(big);
  return [...new Set(found)].sort((a, b) => a - b);
}

/** The frame that a key leads to; null if it is not a key of the replay. */
export function keyed(key: string, at: number, last: number, moments: number[]): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: 0,
    Home: 0,
    ArrowDown: last,
    End: last,
    PageUp: at - 5,
    PageDown: at + 5,
    n: moments.find((frame) => frame > at) ?? last,
    N: moments.findLast((frame) => frame < at) ?? 0,
  };
  const to = steps[key];
  return to === undefined ? null : Math.max(0, Math.min(last, to));
}
