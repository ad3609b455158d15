/** What this browser keeps of lessons: which games have offered theirs, and where one runs. */

/** The place before the first step: the lesson is offered. */
export const OFFERED = -1;

interface Running {
  game: string;
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

/** Where the lesson of a game stands at a table; null where nobody shall be asked again. */
export function recall(game: string, code: string): number | null {
  const running = read<Running>(() => sessionStorage, RUNNING);
  if (running?.game === game && running.code === code) return running.at;
  return offered().includes(game) ? null : OFFERED;
}

/** Keep that a game has offered its lesson: it does so once. */
export function note(game: string): void {
  const known = offered();
  if (known.includes(game)) return;
  seen = [...known, game];
  write(() => localStorage, SEEN, seen);
}

/** The games that have offered theirs; whatever else is stored there counts for nothing. */
function offered(): string[] {
  const kept = read<unknown>(() => localStorage, SEEN);
  return [...(Array.isArray(kept) ? (kept as string[]) : []), ...seen];
}

/** Keep where a lesson stands, for a reload; null: it is over. */
export function keep(game: string, code: string, at: number | null): void {
  write(() => sessionStorage, RUNNING, at === null ? null : { game, code, at });
}
