/** Days in words, in the language in use. */
import { locale } from '../kit/i18n.svelte';

const DAY_MS = 86_400_000;
const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** Return a day as one speaks of it: today, yesterday, a weekday of the last week, or its date. */
export function dayText(at: number, now = Date.now()): string {
  const days = Math.round((midnight(now) - midnight(at)) / DAY_MS);
  if (days >= 0 && days < 2)
    return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(-days, 'day');
  if (days > 0 && days < 7)
    return new Intl.DateTimeFormat(locale(), { weekday: 'long' }).format(at);
  return dateText(at, now);
}

/** Return a date: "3 Nov", with its year if it is another one. */
export function dateText(at: number, now = Date.now()): string {
  const same = new Date(at).getFullYear() === new Date(now).getFullYear();
  const form = { day: 'numeric', month: 'short' } as const;
  return new Intl.DateTimeFormat(locale(), same ? form : { ...form, year: 'numeric' }).format(at);
}
