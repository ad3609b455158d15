/** The puzzles of the calendar: which one a day has, loaded four weeks at a time. */
import { EPOCH, daysBetween } from './dates';

/** A puzzle as its file has it (src/hexade/lab/puzzles.py). */
export interface PuzzleData {
  id: string;
  line: string;
  best: number;
  tempting: number;
  /** A letter for each legal move: its winning chance. */
  values: string;
  /** Winning chances that were looked at closely, per mille. */
  exact: Record<string, number>;
  /** How each legal move compares with the best, run by run. */
  near: string;
  missed: number;
  colour: string;
  /** What the best and the tempting move bring at first glance. */
  points: [number, number];
  /** The position as rows of colours, `.` for nothing. */
  sketch: string;
}

/** A puzzle of a day. */
export interface Puzzle extends PuzzleData {
  game: string;
  variant: string;
  seats: number;
  day: string;
  /** Its number, counted from the first day of the calendar. */
  number: number;
}

interface PuzzleFile {
  variant: string;
  seats: number;
  days: PuzzleData[];
}

/** A file of the calendar: how many days it has, and how it is loaded. */
export interface Part {
  days: number;
  load: () => Promise<PuzzleFile>;
}

const files = import.meta.glob<PuzzleFile>('../games/*/daily/*.json', { import: 'default' });

const PATH = /\/([^/]+)\/daily\/(\d+)-(\d+)\.json$/;

/** The files of every game that has puzzles, in their order. */
const parts = new Map<string, Part[]>();
for (const [path, load] of Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) {
  const [, game = '', , days = '0'] = PATH.exec(path) ?? [];
  parts.set(game, [...(parts.get(game) ?? []), { days: Number(days), load }]);
}

/** The games that have puzzles. */
export const puzzleGames: readonly string[] = [...parts.keys()];

/** Where a day's puzzle is: the file, and the place in it; the calendar repeats in its order. */
export function placeOf(days: readonly number[], number: number): [file: number, at: number] {
  const total = days.reduce((all, one) => all + one, 0);
  let at = (((number - 1) % total) + total) % total;
  let file = 0;
  while (at >= (days[file] ?? total)) at -= days[file++] ?? 0;
  return [file, at];
}

/** The number of a day's puzzle: the first day of the calendar has number 1. */
export const numberOf = (day: string): number => daysBetween(EPOCH, day) + 1;

/** Load a day's puzzle of a game; rejects if it cannot be had. */
export async function puzzleOf(game: string, day: string): Promise<Puzzle> {
  const held = parts.get(game) ?? [];
  const number = numberOf(day);
  const [file, at] = placeOf(
    held.map(({ days }) => days),
    number,
  );
  const found = await held[file]?.load();
  const data = found?.days[at];
  if (!found || !data) throw new Error(`${game} has no puzzle for ${day}`);
  return { ...data, game, variant: found.variant, seats: found.seats, day, number };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** How each legal move compares with the best one, from its runs: `2.1t` is two far, one tile. */
export const unrolled = (near: string): string =>
  [...near.matchAll(/(\d+)(\D)/g)].map(([, n, sign = '']) => sign.repeat(Number(n))).join('');

/** The winning chance of the n-th legal move at a first look, from 0 to 1. */
const glance = ({ values }: PuzzleData, n: number): number =>
  Math.max(0, LETTERS.indexOf(values[n] ?? 'A')) / (LETTERS.length - 1);

/** The winning chance of the n-th legal move, from 0 to 1: the closest look at it that there is. */
export function chanceOf(puzzle: PuzzleData, n: number, move: number): number {
  const close = puzzle.exact[String(move)];
  return close === undefined ? glance(puzzle, n) : close / 1000;
}

/** The answer to a try. */
export type Answer = 'found' | 'close' | 'no';
/** A try is close if it wins at most so much less often than the best move. */
export const CLOSE = 0.1;
/** A move with the idea of the best one that wins at most so much less often is as good. */
const AS_GOOD = 0.05;

/** The winning chances of a try, the n-th legal move, and of the best move. */
export function chancesOf(
  puzzle: PuzzleData,
  n: number,
  move: number,
): [own: number, best: number] {
  // The best move was looked at closely: every puzzle has it among the exact ones.
  return [chanceOf(puzzle, n, move), (puzzle.exact[String(puzzle.best)] ?? 1000) / 1000];
}

/**
 * Answer a try, the n-th legal move; `hint` names what is right about it. Its chance decides, and
 * not its likeness: the right tile on a cell where it loses is not close.
 */
export function answerTo(
  puzzle: PuzzleData,
  n: number,
  move: number,
): { answer: Answer; hint: 't' | 'p' | null } {
  const sign = unrolled(puzzle.near)[n] ?? '.';
  const [own, best] = chancesOf(puzzle, n, move);
  const loss = Math.round(1000 * (best - own)) / 1000;
  if (move === puzzle.best || (sign === '=' && loss <= AS_GOOD))
    return { answer: 'found', hint: null };
  const hint = sign === '=' ? 't' : sign === 't' || sign === 'p' ? sign : null;
  return { answer: loss <= CLOSE ? 'close' : 'no', hint };
}
