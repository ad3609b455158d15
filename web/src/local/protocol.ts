/** What the page and its worker say to each other: connections, and questions with an answer. */
import type { Analysis, GameInfo, Problem, Replay, Seated } from '../wire/messages';
import type { LocalCreate } from './host';
import type { Posed, PositionWish } from './position';
import type { StoreTrouble } from './store';
import type { RawRecord } from './importRecord';

/** Questions by name: what is asked with, and what is answered. */
export interface Calls {
  create: [LocalCreate, Seated];
  replay: [string, Replay];
  analysis: [string, Analysis];
  /** Keep a record from a file or a link; answered with the id of its replay. */
  take: [{ record: RawRecord; info: GameInfo }, string];
  erase: [string, null];
  /** A position of a puzzle, and some of its moves. */
  pose: [PositionWish, Posed];
}
export type Call = keyof Calls;

/** Why a record cannot be opened: the rule that it breaks, and where. */
export interface RecordProblem extends Problem {
  /** The move as replays count them; 0: before the first one, null: the result. */
  move: number | null;
  /** What of it differs from what the rules give, if something does. */
  key: string | null;
}

export type ToWorker =
  | { k: 'open'; n: number; code: string }
  | { k: 'say'; n: number; text: string }
  | { k: 'shut'; n: number }
  | { k: 'ask'; n: number; call: Call; about: Calls[Call][0] }
  /** How long bots seem to think, in ms: less where people want no motion. */
  | { k: 'pause'; ms: number };

export type FromWorker =
  | { k: 'news'; n: number; text: string }
  | { k: 'closed'; n: number; code: number }
  | { k: 'answer'; n: number; value: unknown }
  | { k: 'failed'; n: number; problem: Problem | RecordProblem }
  /** Something could not be kept on this device. */
  | { k: 'trouble'; what: StoreTrouble };
