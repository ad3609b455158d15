/**
 * A game as a table in the page needs it: the same functions, with the same meaning, as BaseGame
 * of the Python contract. The rules themselves are the game's kernels, compiled to WebAssembly;
 * what is written in TypeScript only turns their records into words, events and views.
 */
import type { Agreed, MoveRisk } from '../wire/messages';

export type Seat = number;
export type Move = number;
export type Turn = ReadonlyMap<Seat, Move>;
export type Event = Record<string, unknown> & { event: string };

export const CHANCE: Seat = -1;
export const WATCHER: Seat = -2;

/** What was agreed, as a record has it. */
export interface Setup {
  variant: string;
  edition: string | null;
  seats: number;
  start: Seat;
  options: Record<string, number>;
}

/** Why something was refused: a stable code, the rule, one sentence. */
export interface Reason {
  code: string;
  rule: string;
  text: string;
}

/** A reason for a move as the game gives it: its name, and the facts in it. */
export type Why = Record<string, unknown> & { why: string };

/** What a mistake overlooked, and by which taste: a fact from a closed list of the game. */
export type Slip = Record<string, unknown> & { slip: string; taste: string };

/**
 * How a level plays: `noise` is the share of a random player's loss that it loses, `tastes` are bits
 * for what it overlooks, and `pull` is how far they pull it away from the judge.
 */
export interface Level {
  noise: number;
  effort: number;
  pull: number;
  tastes: number;
}

export interface Result {
  ranks: number[];
  [key: string]: unknown;
}

/** S is a state, V what one seat may know of it; both are values and never change. */
export interface LocalGame<S = unknown, V = unknown> {
  readonly name: string;
  /** The move that makes no use of a choice that only its seat knows. */
  readonly declining: Move | null;
  /** How much of the usual pause comes before a bot's move: less where a turn has many. */
  readonly botPause?: number;

  begin(setup: Setup): S;
  toAct(state: S): Seat[];
  /** The same as everybody can see it. */
  seenToAct(state: S): Seat[];
  legal(state: S, seat: Seat): Move[];
  whyNot(state: S, seat: Seat, move: Move): Reason | null;
  chances(state: S): [Move, number][];
  apply(state: S, turn: Turn): S;
  events(before: S, turn: Turn, after: S): Event[];
  result(state: S): Result | null;
  absent(state: S, seat: Seat): Move | null;

  view(state: S, seat: Seat): V;
  tell(event: Event, seat: Seat): Event;

  text(move: Move): string;
  /** Throws a Refusal if the text cannot be read. */
  parse(text: string): Move;
  read(state: S, events: readonly Event[]): Turn[];
  show(view: V, chosen?: readonly Seat[]): Record<string, unknown>;
  preview(view: V, legal: readonly Move[]): Record<string, unknown> | null;
  giveaway(view: V, move: Move): Record<string, unknown> | null;
  scores(view: V): unknown;

  worth(view: V, moves: readonly Move[]): number[] | null;
  judge(view: V, moves: readonly Move[], effort: number, seed: bigint): number[] | null;
  /** How good moves look to somebody with these tastes, where levels have any. */
  tasted?(view: V, moves: readonly Move[], tastes: number): number[];
  stake(setup: Setup): number | null;
  levels(setup: Setup): readonly Level[];
  turnsLeft(view: V): number;
  sides(setup: Setup): Seat[][];
  measure(setup: Setup, result: Result): number[];
  /** The number of the decision that the viewer makes now: the n of a bot's random numbers. */
  ply(view: V): number;

  /** A state that could be behind a view; without it no move can be taken back. */
  determinize?(view: V, seed: bigint): S;
  /** The rule behind a kind of event, or behind `turn`, `end` and `result`. */
  ruleOf?(setup: Setup, event: string, key?: string): string;
  /** An event in its one spelling, where a record may spell it in several ways. */
  tidy?(event: Event): Event;
  /** Bots made for this game alone, by name. */
  readonly players?: readonly string[];
  /** The choice of one of them. */
  play?(bot: string, view: V, seed: bigint): Move;
  /** A move as an event without what only chance decides, where the game tells. */
  intent?(seat: Seat, move: Move): Event | null;
  /** Why one of the legal moves is a good one, where the game tells; the most important first. */
  reasons?(view: V, moves: readonly Move[], move: Move): Why[];
  /** What somebody overlooked who made a move where another one was better, where facts show it. */
  slip?(view: V, moves: readonly Move[], move: Move, better: Move): Slip | null;
  /** What chance could take after a move, where the game tells. */
  risk?(view: V, move: Move): MoveRisk | null;
  /** Which of the moves with these values a level picks, by the kernel of all speeds. */
  pick?(values: readonly number[], noise: number, share: number): number;
}

/** Thrown for bad input; its reason is for people. */
export class Refusal extends Error {
  constructor(readonly reason: Reason) {
    super(reason.text);
  }
}

/** What a game's folder exports for tables in the page: it loads its module when it is needed. */
export type LoadLocalGame = (agreed: Agreed) => Promise<LocalGame>;
