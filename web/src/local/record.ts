/** A game as a record: read it back turn by turn, and verify it (contract/record.py). */
import { Refusal } from './game';
import type { Event, LocalGame, Reason, Result, Seat, Setup, Turn } from './game';

/** What a replay needs of a record. */
export interface Course {
  setup: Setup;
  events: readonly Event[];
  /** Null: the record is unfinished. */
  result: Record<string, unknown> | null;
}

/** A record breaks a rule, or cannot be read: at which event, and why. */
export class Fault extends Error {
  constructor(
    readonly reason: Reason,
    readonly event: number | null = null,
    /** What of the event differs, if something does. */
    readonly key: string | null = null,
  ) {
    super(reason.text);
  }
}

const fault = (code: string, rule: string, text: string, event: number | null = null): Fault =>
  new Fault({ code, rule, text }, event);

/** One turn of a replay, with the number of the event that describes it. */
export interface Step {
  event: number;
  turn: Turn;
  /** The states before and after it. */
  before: unknown;
  state: unknown;
  /** What the rules produce: at the end perhaps more than the record has. */
  events: Event[];
}

const say = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
/** Compare as JSON, whatever the order of the keys. */
const same = (one: unknown, other: unknown): boolean => say(ordered(one)) === say(ordered(other));

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, ordered(one)]));
}

/** Yield every turn of a record, checked against the rules; throws a Fault at the first fault. */
export function* replay(game: LocalGame, record: Course): Generator<Step> {
  let state = game.begin(record.setup);
  let at = 0;
  while (at < record.events.length) {
    const turns = turnsAt(game, state, record, at);
    if (!turns.length && record.result === null) return; // not all who choose together have chosen
    if (!turns.length) throw fault('missing', '', 'the record ends in the middle of a turn', at);
    const produced: Event[] = [];
    for (const turn of turns) {
      const before = state;
      state = take(game, before, turn, at);
      const events = game.events(before, turn, state);
      produced.push(...events);
      yield { event: at, turn, before, state, events };
    }
    compare(game, record, at, produced, Math.max(...turns.map((turn) => turn.size)));
    at += produced.length;
  }
}

function turnsAt(game: LocalGame, state: unknown, record: Course, at: number): Turn[] {
  const rule = (what: string): string => game.ruleOf?.(record.setup, what) ?? '';
  if (!game.toAct(state).length)
    throw fault('over', rule('end'), 'the game is over before this event', at);
  try {
    return game.read(state, record.events.slice(at));
  } catch (error) {
    if (error instanceof Refusal) throw new Fault(error.reason, at);
    throw fault('event', '', `the event is not written as the format asks (${String(error)})`, at);
  }
}

function take(game: LocalGame, state: unknown, turn: Turn, at: number): unknown {
  const acting = game.toAct(state);
  for (const [seat, move] of turn) {
    const absent = acting.includes(seat) && seat >= 0 ? game.absent(state, seat) : null;
    const reason = absent !== null && move === absent ? null : game.whyNot(state, seat, move);
    if (reason) throw new Fault(reason, at);
  }
  if (acting.length !== turn.size || !acting.every((seat) => turn.has(seat)))
    throw fault('turn', '', 'it is not their turn', at);
  return game.apply(state, turn);
}

/** The first `together` events are choices made at the same time, and may come in any order. */
function compare(
  game: LocalGame,
  { setup, events, result }: Course,
  at: number,
  produced: Event[],
  together: number,
): void {
  const said = events.slice(at, at + produced.length);
  const missing = produced[said.length];
  if (missing && result !== null)
    throw fault(
      'missing',
      game.ruleOf?.(setup, missing.event) ?? '',
      `after this event ${say(missing)} is missing`,
      at + said.length - 1,
    );
  const seatOf = (event: Event): Seat => Number(event.seat ?? -1);
  if (together > 1)
    said.splice(0, together, ...said.slice(0, together).sort((a, b) => seatOf(a) - seatOf(b)));
  said.forEach((theirs, offset) => {
    const ours = produced[offset];
    if (ours) compareEvent(game, setup, ours, theirs, at + offset);
  });
}

function compareEvent(
  game: LocalGame,
  setup: Setup,
  produced: Event,
  said: Event,
  at: number,
): void {
  let [ours, theirs] = [produced, said];
  try {
    if (game.tidy) [ours, theirs] = [game.tidy(produced), game.tidy(said)];
  } catch {
    throw fault('event', '', `cannot read the event ${say(said)}`, at);
  }
  for (const [key, value] of Object.entries(ours)) {
    if (same(theirs[key], value)) continue;
    const text = `the rules give '${key}' ${say(value)}, the record says ${say(theirs[key])}`;
    const rule = game.ruleOf?.(setup, ours.event, key) ?? '';
    throw new Fault({ code: 'mismatch', rule, text }, at, key);
  }
}

/** Throw the first fault of a record; return its result if it has none. */
export function verify(game: LocalGame, record: Course): Result | null {
  let state = game.begin(record.setup);
  for (const step of replay(game, record)) ({ state } = step);
  const result = game.result(state);
  const known = Object.fromEntries(
    Object.entries(record.result ?? {}).filter(([key]) => result && key in result),
  );
  if (!same(record.result && known, result))
    throw fault(
      'result',
      game.ruleOf?.(record.setup, 'result') ?? '',
      `the rules give the result ${say(result)}, the record says ${say(record.result)}`,
    );
  return result;
}
