/**
 * A match: submit a move made for a version, get what happened, or a Refusal is thrown.
 * A match is a value: the old one stays as it was (src/hexade/match).
 */
import { CHANCE, Refusal } from './game';
import type { Event, LocalGame, Move, Reason, Seat, Setup, Turn } from './game';
import { Stream } from './chance';
import type { Dealer } from './chance';
import { replay } from './record';

/** Seeds of worlds that look the same to a viewer. */
const WORLDS = [1n, 2n, 3n];

export interface Match {
  readonly game: LocalGame;
  readonly setup: Setup;
  readonly state: unknown;
  /** How many events there have been: no gaps. */
  readonly version: number;
  /** How often chance has acted: the n of the next draw. */
  readonly draws: number;
  /** Simultaneous choices, sealed until all are in. */
  readonly sealed: ReadonlyMap<Seat, Move>;
}

/** A move was taken: the match after it, and what happened, in full. */
export interface Accepted {
  match: Match;
  events: Event[];
}

export const refusal = (code: string, text: string, rule = ''): Refusal =>
  new Refusal({ code, rule, text });

/** Throw a refusal unless something holds. */
export function demand(holds: unknown, code: string, text: string, rule = ''): asserts holds {
  if (!holds) throw refusal(code, text, rule);
}

const equal = (some: readonly Seat[], others: readonly Seat[]): boolean =>
  some.length === others.length && some.every((seat) => others.includes(seat));

/** Whether a seat has a choice now that nobody else may know of. */
const hasPrivate = (game: LocalGame, state: unknown): boolean =>
  !equal(game.toAct(state), game.seenToAct(state));

export const isPrivate = ({ game, state }: Match): boolean => hasPrivate(game, state);
export const isOver = ({ game, state }: Match): boolean => !game.toAct(state).length;

/** The seats that must still move, in order. */
export const waitingFor = ({ game, state, sealed }: Match): Seat[] =>
  game
    .toAct(state)
    .filter((seat) => !sealed.has(seat))
    .sort((a, b) => a - b);

const ruleOf = ({ game, setup }: Match, what: string): string => game.ruleOf?.(setup, what) ?? '';

/** The match before anything was dealt. */
export const opening = (game: LocalGame, setup: Setup): Match => ({
  game,
  setup,
  state: game.begin(setup),
  version: 0,
  draws: 0,
  sealed: new Map(),
});

/** Begin a match and deal. */
export const start = (game: LocalGame, setup: Setup, dealer: Dealer): Accepted =>
  settle(opening(game, setup), dealer);

function step(match: Match, turn: Turn): Accepted {
  const { game, state } = match;
  const after = game.apply(state, turn);
  const events = game.events(state, turn, after);
  const next = {
    ...match,
    state: after,
    version: match.version + events.length,
    draws: match.draws + Number(turn.has(CHANCE)),
    sealed: new Map(),
  };
  return { match: next, events };
}

/** Let chance act until a seat must, or the game is over. */
export function settle(match: Match, dealer: Dealer): Accepted {
  const events: Event[] = [];
  let now = match;
  while (equal(now.game.toAct(now.state), [CHANCE])) {
    const outcome = dealer.pick(now.draws, now.game.chances(now.state));
    const made = step(now, new Map([[CHANCE, outcome]]));
    events.push(...made.events);
    now = made.match;
  }
  return { match: now, events };
}

function seal(match: Match, made: ReadonlyMap<Seat, Move>, dealer: Dealer | null): Accepted {
  const sealed = new Map([...match.sealed, ...made].sort(([a], [b]) => a - b));
  if (!equal(match.game.toAct(match.state), [...sealed.keys()]))
    return { match: { ...match, sealed }, events: [] };
  const after = step(match, sealed);
  if (!dealer) return after;
  const dealt = settle(after.match, dealer);
  return { match: dealt.match, events: [...after.events, ...dealt.events] };
}

/** Return a move as its number; throws if it is stale, out of turn or unreadable. */
export function readMove(match: Match, seat: Seat, move: Move | string, version: number): Move {
  const { game, state, sealed } = match;
  demand(seat >= 0, 'no-seat', 'only a seat can move');
  demand(
    version === match.version,
    'stale',
    `the move was made for version ${version}, the game is at ${match.version}`,
  );
  demand(!isOver(match), 'over', 'the game is over', ruleOf(match, 'end'));
  const turn = ruleOf(match, 'turn');
  demand(game.toAct(state).includes(seat), 'not-your-turn', 'it is not your turn', turn);
  const late = sealed.has(seat) && sealed.get(seat) === game.absent(state, seat);
  demand(!late, 'too-late', 'you were too slow this time', turn);
  return typeof move === 'string' ? game.parse(move) : move;
}

const orThrow = (reason: Reason | null): void => {
  if (reason) throw new Refusal(reason);
};

/**
 * Make a move for a version. With a dealer chance answers at once; without one the match waits for
 * `settle`. `then` is what the seat has already decided about a private choice that the move may
 * leave (decision 0051).
 */
export function submit(
  match: Match,
  seat: Seat,
  move: Move | string,
  version: number,
  dealer: Dealer | null = null,
  then: Move | string | null = null,
): Accepted {
  const number = readMove(match, seat, move, version);
  orThrow(match.game.whyNot(match.state, seat, number));
  const made = seal(match, new Map([[seat, number]]), then === null ? dealer : null);
  return then === null ? made : decided(made, seat, then, dealer);
}

/** Make the move that was decided on together with the one before it. */
function decided(made: Accepted, seat: Seat, then: Move | string, dealer: Dealer | null): Accepted {
  const { match } = made;
  const { game } = match;
  const move = typeof then === 'string' ? game.parse(then) : then;
  const offered = isPrivate(match);
  if (offered || move !== game.declining) {
    orThrow(game.whyNot(match.state, seat, move));
    demand(offered, 'then', 'only the choice that ends a turn can be made with the move');
  }
  const unasked = dealer ? settle(match, dealer) : { match, events: [] };
  const answer = offered ? seal(match, new Map([[seat, move]]), dealer) : unasked;
  return { match: answer.match, events: [...made.events, ...answer.events] };
}

/** Have the table move for seats that are too slow, where the rules say what happens then. */
export function expire(match: Match, seats: readonly Seat[], dealer: Dealer): Accepted {
  const made = new Map<Seat, Move>();
  for (const seat of seats) {
    const due = waitingFor(match).includes(seat);
    const move = due ? match.game.absent(match.state, seat) : null;
    demand(move !== null, 'not-absent', `the table cannot move for seat ${seat} now`);
    made.set(seat, move);
  }
  return seal(match, made, dealer);
}

/** The match as it stands after some events; those that the rules bring about come with it. */
export function takeUp(
  game: LocalGame,
  setup: Setup,
  events: readonly Event[],
  sealed: readonly [Seat, Move][] = [],
): Accepted {
  let match = opening(game, setup);
  const produced: Event[] = [];
  for (const one of replay(game, { setup, events, result: null })) {
    produced.push(...one.events);
    const draws = match.draws + Number(one.turn.has(CHANCE));
    match = { ...match, state: one.state, draws, version: produced.length };
  }
  return { match: { ...match, sealed: new Map(sealed) }, events: produced.slice(events.length) };
}

/** Whether a seat that moved alone learned nothing by it, so that it may take it back. */
export function revealsNothing(
  match: Match,
  seat: Seat,
  move: Move,
  after: Match,
  then: Move | null,
): boolean {
  const { game, state } = match;
  if (!game.determinize || !equal(game.toAct(state), [seat])) return false;
  const seen = (of: unknown): string => JSON.stringify(game.show(game.view(of, seat)));
  const before = game.view(state, seat);
  return WORLDS.every((seed) => {
    let world = game.apply(game.determinize?.(before, seed), new Map([[seat, move]]));
    if (then !== null && hasPrivate(game, world))
      world = game.apply(world, new Map([[seat, then]]));
    return seen(world) === seen(after.state);
  });
}

/**
 * Whether a seat learns nothing from what chance does now: its view is the same after chance has
 * acted otherwise, in other worlds that it cannot tell from this one.
 */
export function chanceTellsNothing(match: Match, dealt: Match, seat: Seat): boolean {
  const { game } = match;
  const { determinize } = game;
  if (!determinize) return false;
  const shown = (state: unknown): string => JSON.stringify(game.show(game.view(state, seat)));
  const before = game.view(match.state, seat);
  return WORLDS.every((seed) => {
    let state = determinize.call(game, before, seed);
    const [by] = game.toAct(state);
    // A private choice was declined, if there is one.
    if (by !== undefined && game.declining !== null && hasPrivate(game, state))
      state = game.apply(state, new Map([[by, game.declining]]));
    const other = settle({ ...match, state }, new Stream(seed)).match;
    const alike = waitingFor(other).join() === waitingFor(dealt).join();
    return alike && shown(other.state) === shown(dealt.state);
  });
}

/** Events as a seat, or a spectator, may know them. */
export const told = ({ game }: Match, events: readonly Event[], seat: Seat): Event[] =>
  events.map((event) => game.tell(event, seat));
