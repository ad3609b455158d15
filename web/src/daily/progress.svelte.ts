/** What this browser knows of one's puzzles: tries, results, and how many days in a row. */
import { readJson, writeJson } from '../kit/browserStorage';
import { askQuietly } from '../settings/lasting.svelte';
import { isDay, later, today } from './dates';
import type { Answer, Puzzle } from './puzzles';

export const TRIES = 3;
const KEY = 'hexade.daily';
/** Puzzles whose tries are kept. */
const KEPT = 120;
/** Days that are remembered as finished. */
const REMEMBERED = 800;

/** One try: the move in words, and the answer. */
export interface Try {
  move: string;
  answer: Answer;
  hint: 't' | 'p' | null;
}

interface Kept {
  /** By game, day and puzzle: the tries. */
  tries: Record<string, Try[]>;
  /** The days whose puzzle was finished, of whatever game. */
  days: string[];
  /** The puzzles, by the same keys as the tries, whose result was sent to the server. */
  sent: string[];
}

const ANSWERS: readonly unknown[] = ['found', 'close', 'no'] satisfies Answer[];
const areTries = (value: unknown): value is Try[] =>
  Array.isArray(value) &&
  value.every(
    (one: Partial<Try> | null) => typeof one?.move === 'string' && ANSWERS.includes(one.answer),
  );

/** Read what is kept; a file may have brought in anything, and what makes no sense is left out. */
function read(): Kept {
  const { tries, days, sent } = readJson<Partial<Record<keyof Kept, unknown>>>(KEY) ?? {};
  const all = Object.entries(tries ?? {}).filter((one): one is [string, Try[]] => areTries(one[1]));
  return {
    tries: Object.fromEntries(all),
    days: Array.isArray(days) ? days.filter((day) => isDay(day)) : [],
    sent: Array.isArray(sent) ? sent.filter((key) => typeof key === 'string') : [],
  };
}

export const progress = $state({
  ...read(),
  /** The browser blocks storage. */
  forgetful: !writeJson(`${KEY}.works`, 1) || !writeJson(`${KEY}.works`, null),
});

/** Read again what another tab may have written; where storage is blocked, ours is all there is. */
function refresh(): void {
  if (!progress.forgetful) Object.assign(progress, read());
}
addEventListener('storage', ({ key }: StorageEvent) => {
  if (key === null || key === KEY) refresh();
});

/** Another calendar may have another puzzle on the same day. */
type Which = Pick<Puzzle, 'game' | 'day' | 'id'>;
const keyOf = ({ game, day, id }: Which): string => `${game} ${day} ${id}`;

/** One's tries at a puzzle so far. */
export const triesAt = (which: Which): Try[] => progress.tries[keyOf(which)] ?? [];

/** One's last tries at a game's puzzle of a day, whichever it was. */
export const triesOn = (game: string, day: string): Try[] =>
  Object.entries(progress.tries).findLast(([key]) =>
    `${key} `.startsWith(`${game} ${day} `),
  )?.[1] ?? [];

/** Take over tries that were kept without the puzzle's id, if they are tries at this one. */
export function adoptTries(which: Which, isOf: (one: Try) => boolean): void {
  const old = `${which.game} ${which.day}`;
  const { [old]: tries, ...others } = progress.tries;
  if (!tries?.every(isOf) || others[keyOf(which)]) return;
  progress.tries = { ...others, [keyOf(which)]: tries };
  write();
}

/** Whether a puzzle is finished: found, or all tries are used. */
export const isDone = (tries: readonly Try[]): boolean =>
  tries.length >= TRIES || tries.some(({ answer }) => answer === 'found');

/** Whether a puzzle that is finished now counts for its day: today's, and yesterday's. */
export const countsNow = (day: string): boolean => [today(), later(today(), -1)].includes(day);

/**
 * Keep one more try; a finished puzzle of today or yesterday counts for its day. Returns false if
 * it was made in another tab, or the puzzle is finished there.
 */
export function addTry(which: Which, made: Try): boolean {
  refresh();
  const before = triesAt(which);
  if (isDone(before) || before.some(({ move }) => move === made.move)) return false;
  const tries = [...before, made];
  const others = Object.entries(progress.tries).filter(([key]) => key !== keyOf(which));
  progress.tries = Object.fromEntries([...others.slice(1 - KEPT), [keyOf(which), tries]]);
  const { day } = which;
  if (isDone(tries) && countsNow(day) && !progress.days.includes(day))
    progress.days = [...progress.days, day].sort().slice(-REMEMBERED);
  write();
  if (isDone(tries)) void askQuietly();
  return true;
}

/** Whether one's result of a puzzle was sent to the server. */
export const isSent = (which: Which): boolean => progress.sent.includes(keyOf(which));

/**
 * Note that one's result of a puzzle is sent to the server; returns false if it was sent before,
 * even from another tab.
 */
export function claimSending(which: Which): boolean {
  refresh();
  if (isSent(which)) return false;
  progress.sent = [...progress.sent.slice(1 - KEPT), keyOf(which)];
  write();
  return true;
}

/** Take that back: the server was not reached. */
export function dropSending(which: Which): void {
  refresh();
  progress.sent = progress.sent.filter((key) => key !== keyOf(which));
  write();
}

function write(): void {
  const { tries, days, sent } = progress;
  if (!writeJson(KEY, { tries, days, sent })) progress.forgetful = true;
}

/** How many days in a row were finished, up to today or, if today's is still open, yesterday. */
export function streak(days: readonly string[] = progress.days, now = today()): number {
  let day = days.includes(now) ? now : later(now, -1);
  let found = 0;
  while (days.includes(day)) {
    found += 1;
    day = later(day, -1);
  }
  return found;
}

/** The best answer of a day, for one's week: of whatever game it was finished in. */
export function answerOn(day: string): Answer | null {
  const all = Object.entries(progress.tries).filter(
    ([key, tries]) => key.split(' ')[1] === day && isDone(tries),
  );
  const answers = all.flatMap(([, tries]) => tries.map(({ answer }) => answer));
  if (!answers.length) return null;
  return (['found', 'close', 'no'] as const).find((one) => answers.includes(one)) ?? null;
}
