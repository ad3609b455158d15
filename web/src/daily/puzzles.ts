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
/** Within so much of the best chance a try is close. */
const CLOSE = 0.03;
/** Within so much of the best chance a move with the idea of the best one is as good. */
const AS_GOOD = 0.05;

/** How much worse a move with the idea of the best one is: both seen by the same kind of look. */
function lossOf(puzzle: PuzzleData, n: number, move: number, near: string): number {
  const [best, own] = [puzzle.best, move].map((one) => puzzle.exact[String(one)]);
  if (best !== undefined && own !== undefined) return (best - own) / 1000;
  const ideas = [...near].flatMap((sign, at) => (sign === '=' ? glance(puzzle, at) : []));
  return Math.max(...ideas) - glance(puzzle, n);
}

/** Answer a try, the n-th legal move; `hint` names what is right about it. */
export function answerTo(
  puzzle: PuzzleData,
  n: number,
  move: number,
): { answer: Answer; hint: 't' | 'p' | null } {
  const near = unrolled(puzzle.near);
  const sign = near[n] ?? '.';
  if (move === puzzle.best) return { answer: 'found', hint: null };
  if (sign === '=') {
    const good = lossOf(puzzle, n, move, near) <= AS_GOOD;
    return good ? { answer: 'found', hint: null } : { answer: 'close', hint: 't' };
  }
  if (sign === 't' || sign === 'p') return { answer: 'close', hint: sign };
  const best = (puzzle.exact[String(puzzle.best)] ?? 1000) / 1000;
  const close = best - chanceOf(puzzle, n, move) <= CLOSE;
  return { answer: close ? 'close' : 'no', hint: null };
}
