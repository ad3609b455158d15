/** What this browser stores about lessons: which have been offered, and where one runs. */

/** The place before the first step: the lesson is offered. */
export const OFFERED = -1;

interface Running {
  lesson: string;
  code: string;
  at: number;
}

const SEEN = 'hexade.lessons';
const RUNNING = 'hexade.lesson';
// Where the browser keeps nothing, at least this page remembers.
let seen: string[] = [];

function read<T>(from: () => Storage, name: string): T | null {
  try {
    return JSON.parse(from().getItem(name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

function write(to: () => Storage, name: string, value: unknown): void {
  try {
    if (value === null) to().removeItem(name);
    else to().setItem(name, JSON.stringify(value));
  } catch {
    // Storage is blocked: the page works all the same.
  }
}

/** The name by which a lesson is kept: its game's, and which of its lessons it is. */
export const nameOf = (game: string, which = ''): string => (which ? `${game} ${which}` : game);

/** Where a lesson stands at a table; null where nobody shall be asked again. */
export function recall(lesson: string, code: string): number | null {
  const running = read<Running>(() => sessionStorage, RUNNING);
  if (running?.lesson === lesson && running.code === code) return running.at;
  return offered().includes(lesson) ? null : OFFERED;
}

/** Keep that a lesson has been offered: that is done once. */
export function note(lesson: string): void {
  const known = offered();
  if (known.includes(lesson)) return;
  seen = [...known, lesson];
  write(() => localStorage, SEEN, seen);
}

/** The lessons that have been offered; whatever else is stored there counts for nothing. */
function offered(): string[] {
  const kept = read<unknown>(() => localStorage, SEEN);
  return [...(Array.isArray(kept) ? (kept as string[]) : []), ...seen];
}

/** Keep where a lesson stands, for a reload; null: it is over. */
export function keep(lesson: string, code: string, at: number | null): void {
  write(() => sessionStorage, RUNNING, at === null ? null : { lesson, code, at });
}
