/** Days of one's own calendar, as text: `2026-11-16`. */

/** The first day of the puzzles: a Monday, for weeks get harder from Monday to Sunday. */
export const EPOCH = '2026-11-16';
const DAY_MS = 86_400_000;

/** A date's day in one's own calendar. */
export function dayOf(date: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export const today = (): string => dayOf(new Date());

// Days are counted in UTC: there every day has the same length.
const count = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);

/** How many days it is from one day to another. */
export const daysBetween = (from: string, to: string): number => count(to) - count(from);

/** The day so many days later. */
export const later = (day: string, days: number): string =>
  new Date((count(day) + days) * DAY_MS).toISOString().slice(0, 10);

/** Whether a text is a day. */
export const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(count(text));

/** A day in words. */
export const spelled = (
  day: string,
  language: string,
  form: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' },
): string =>
  new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' }).format(count(day) * DAY_MS);

/** The address of a day's puzzle of a game: today's of the first game is what `/daily` shows. */
export function addressOf(game: string, first: boolean, day: string, now = today()): string {
  const query = [...(first ? [] : [`game=${game}`]), ...(day === now ? [] : [`day=${day}`])];
  return query.length ? `/daily?${query.join('&')}` : '/daily';
}
