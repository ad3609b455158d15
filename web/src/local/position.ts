/** A position that a line of moves leads to, as one seat sees it: for puzzles. */
import type { Agreed, GameInfo, Now } from '../wire/messages';
import { CHANCE } from './game';
import type { Event, LocalGame, Move, Seat, Setup, Why } from './game';
import { mainReasons } from './reasons';
import type { StartingPosition } from './replays';
import { agree, setupOf } from './setup';

/** What is asked about a position. */
export interface PositionWish {
  info: GameInfo;
  agreed: Agreed;
  /** What chance and the players did: numbers to the base of 36. */
  line: string;
  /** Moves to show: the position after each, and why it is good. */
  moves: Move[];
}

/** A move of a position. */
export interface ShownMove {
  move: Move;
  text: string;
  events: Event[];
  /** What its seat sees after it. */
  view: Record<string, unknown>;
  reasons: Why[];
}

/** A position, and some of its moves. */
export interface Posed {
  agreed: Required<Agreed>;
  seat: Seat;
  now: Now;
  events: Event[];
  /** The numbers of all legal moves, in order. */
  moves: Move[];
  shown: ShownMove[];
}

/** Follow a line from the beginning: every number is the move of whoever must act. */
export function followLine(
  game: LocalGame,
  setup: Setup,
  line: string,
): { state: unknown; events: Event[] } {
  let state = game.begin(setup);
  const events: Event[] = [];
  for (const number of line.split(' ')) {
    const turn = new Map([[game.toAct(state)[0] ?? CHANCE, Number.parseInt(number, 36)]]);
    const after = game.apply(state, turn);
    events.push(...game.events(state, turn, after));
    state = after;
  }
  return { state, events };
}

/** Where a table goes on that begins with a line. */
export function lineOrigin(game: LocalGame, setup: Setup, line: string): StartingPosition {
  const { events } = followLine(game, setup, line);
  return { replay: '', v: events.length, start: setup.start, events };
}

function shownMove(
  game: LocalGame,
  state: unknown,
  seat: Seat,
  legal: readonly Move[],
  move: Move,
): ShownMove {
  const turn = new Map([[seat, move]]);
  const after = game.apply(state, turn);
  return {
    move,
    text: game.text(move),
    events: game.events(state, turn, after).map((event) => game.tell(event, seat)),
    view: game.show(game.view(after, seat)),
    reasons: mainReasons(game, game.view(state, seat), legal, move),
  };
}

/** A position as the seat sees it that must move, and what the wanted moves lead to. */
export async function posed(
  load: (agreed: Agreed) => Promise<LocalGame>,
  wish: PositionWish,
): Promise<Posed> {
  const agreed = agree(wish.info, wish.agreed);
  const game = await load(agreed);
  const { state, events } = followLine(game, setupOf(agreed, 0), wish.line);
  const seat = game.toAct(state)[0] ?? 0;
  const view = game.view(state, seat);
  const moves = game.legal(state, seat);
  const now: Now = {
    game: 1,
    v: events.length,
    view: game.show(view),
    waiting: [seat],
    legal: moves.map((move) => game.text(move)),
    preview: game.preview(view, moves),
    result: null,
  };
  return {
    agreed,
    seat,
    now,
    events: events.map((event) => game.tell(event, seat)),
    moves,
    shown: wish.moves.map((move) => shownMove(game, state, seat, moves, move)),
  };
}
