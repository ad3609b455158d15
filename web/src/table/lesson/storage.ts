/** What this browser stores about lessons: which have been offered, and where one runs. */
import { readJson, writeJson } from '../../kit/browserStorage.ts';

/** The position before the first step: the lesson is offered. */
export const OFFERED = -1;

interface Running {
  lesson: string;
  code: string;
  at: number;
}

const SEEN = 'hexade.lessons';
const RUNNING = 'hexade.lesson';
const NEXT = ''; // the code of a table that is not there yet
// If storage is blocked, at least this page remembers.
let seen: string[] = [];

const tab = (): Storage => sessionStorage;

/** The key of a lesson: its game, and which of its lessons it is. */
export const nameOf = (game: string, which = ''): string => (which ? `${game} ${which}` : game);

/** The step of a lesson at a table; null if it must not be offered again. */
export function recall(lesson: string, code: string): number | null {
  const running = readJson<Running>(RUNNING, tab);
  const here = running?.code === code || running?.code === NEXT;
  if (running?.lesson === lesson && here) return running.at;
  return offered().includes(lesson) ? null : OFFERED;
}

/** Store that a lesson has been offered, which happens once. */
export function note(lesson: string): void {
  const known = offered();
  if (known.includes(lesson)) return;
  seen = [...known, lesson];
  writeJson(SEEN, seen);
}

/** The lessons that have been offered; invalid stored values are ignored. */
export function offered(): string[] {
  const kept = readJson<unknown>(SEEN);
  return [...(Array.isArray(kept) ? (kept as string[]) : []), ...seen];
}

/** Begin a lesson at the next table that has it, without an offer. */
export function want(lesson: string): void {
  keep(lesson, NEXT, 0);
}

/** Store the step of a lesson, for a reload; null: it is over. */
export function keep(lesson: string, code: string, at: number | null): void {
  writeJson(RUNNING, at === null ? null : { lesson, code, at }, tab);
}
