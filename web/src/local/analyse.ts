/** The analysis of a finished game: what each move lost, by what its player could know then. */
import type { Analysis, Choice, Precision } from '../wire/messages';
import { nthSeed } from './chance';
import { judged, ranked } from './evaluation';
import type { Judgement } from './evaluation';
import type { Event, LocalGame, Move, Seat, Turn } from './game';
import { replay as steps } from './record';
import type { FinishedGame } from './replays';
import { setupOf } from './setup';
import { rounded } from './reading';

// The same numbers as in bots/analyse.py and server/bots/workers.py.
const EFFORT = 0.25;
const MISTAKE = 0.05;
const BLUNDER = 0.15;
const SEED = 20_241n;

/** A position in which a seat had to choose, and its move. */
interface Decision {
  event: number;
  seat: Seat;
  move: Move;
  state: unknown;
  turn: Turn;
  view: unknown;
  legal: Move[];
}

/** A choice, and what a random move would have lost there. */
interface Weighed {
  choice: Choice;
  chanceLoss: number;
}

export const NO_ANALYSIS: Analysis = {
  state: 'none',
  done: 0,
  of: 0,
  points: null,
  choices: [],
  players: [],
};

function decisions(game: LocalGame, played: FinishedGame): Decision[] {
  const setup = setupOf(played.agreed, played.start);
  const found: Decision[] = [];
  for (const { event, turn, before } of steps(game, { ...played, setup }))
    for (const [seat, move] of [...turn].sort(([a], [b]) => a - b)) {
      const legal = seat < 0 ? [] : game.legal(before, seat);
      if (!legal.includes(move)) continue; // chance, or what the table did for a slow player
      const view = game.view(before, seat);
      found.push({ event, seat, move, state: before, turn, view, legal });
    }
  return found;
}

/** The event that another move would have produced, or as much of it as is certain. */
function instead(game: LocalGame, { seat, state, turn }: Decision, move: Move): Event | null {
  const other = new Map([...turn, [seat, move]]);
  const events = game.events(state, other, game.apply(state, other));
  return events.find((event) => event.seat === seat) ?? game.intent?.(seat, move) ?? null;
}

function weighed(game: LocalGame, decision: Decision, found: Judgement): Weighed {
  const value = found.values[found.moves.indexOf(decision.move)] ?? 0;
  const best = Math.max(...found.values);
  const mean = found.values.reduce((sum, one) => sum + one, 0) / found.values.length;
  const top = ranked(found)[0]?.move ?? decision.move;
  const loss = rounded(best - value, 4);
  const choice = {
    v: decision.event,
    seat: decision.seat,
    move: game.text(decision.move),
    value: rounded(value, 4),
    loss,
    best: game.text(top),
    instead: instead(game, decision, top),
    rank: 1 + found.values.filter((one) => one > value).length,
    legal: found.moves.length,
    risk: game.risk?.(decision.view, decision.move) ?? null,
    slip:
      (loss >= MISTAKE && game.slip?.(decision.view, decision.legal, decision.move, top)) || null,
  };
  return { choice, chanceLoss: rounded(best - mean, 4) };
}

function precision(all: Weighed[], seat: Seat): Precision {
  const own = all.filter(({ choice }) => choice.seat === seat && choice.legal > 1);
  const lost = own.reduce((sum, { choice }) => sum + choice.loss, 0);
  const chance = own.reduce((sum, { chanceLoss }) => sum + chanceLoss, 0);
  const losses = own.map(({ choice }) => choice.loss);
  return {
    seat,
    percent: chance > 0 ? rounded(100 * Math.max(0, 1 - lost / chance), 1) : null,
    mistakes: losses.filter((loss) => loss >= MISTAKE && loss < BLUNDER).length,
    blunders: losses.filter((loss) => loss >= BLUNDER).length,
  };
}

/**
 * Judge every decision of a game, one at each step, so that whoever drives it can do other things
 * in between; the last answer is the whole analysis.
 */
export function* analyse(game: LocalGame, played: FinishedGame): Generator<Analysis, Analysis> {
  const all: Weighed[] = [];
  const made = decisions(game, played);
  for (const decision of made) {
    const { view, legal } = decision;
    const found = judged(game, view, legal, EFFORT, nthSeed(SEED, game.ply(view)));
    if (found?.source !== 'judge') return NO_ANALYSIS;
    all.push(weighed(game, decision, found));
    yield { ...NO_ANALYSIS, state: 'waiting', done: all.length, of: made.length };
  }
  return {
    state: 'ready',
    done: made.length,
    of: made.length,
    points: game.stake(setupOf(played.agreed, played.start)),
    choices: all.map(({ choice }) => choice),
    players: played.players.map((_, seat) => precision(all, seat)),
  };
}
