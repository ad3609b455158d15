/** What this browser keeps: who one is, the tokens of one's seats, and the last table's options. */
import { ANIMALS } from '../kit/avatars';
import { t } from '../kit/i18n.svelte';
import type { Agreed } from './messages';

export interface Me {
  name: string;
  avatar: string;
}
export interface Place {
  code: string;
  token: string;
  seat: number;
  game: string;
  variant: string;
  /** When one was last there (ms since 1970). */
  at: number;
}
export interface Last {
  agreed: Agreed;
  bot: string;
}

const KEPT = 40;

function read<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(`hexade.${name}`) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(`hexade.${name}`, JSON.stringify(value));
  } catch {
    mine.forgetful = true;
  }
}

function works(): boolean {
  try {
    localStorage.setItem('hexade.works', '1');
    localStorage.removeItem('hexade.works');
    return true;
  } catch {
    return false;
  }
}

const pick = <T>(from: readonly T[]): T | undefined =>
  from[Math.floor(Math.random() * from.length)];

/** A guest's name and animal in the language in use: "Fox 27". */
function guest(): Me {
  const avatar = pick(ANIMALS) ?? 'fox';
  return { name: `${t(`animal.${avatar}`)} ${10 + Math.floor(Math.random() * 90)}`, avatar };
}

const known = read<Me>('me');

export const mine = $state({
  me: known?.name ? known : guest(),
  places: read<Place[]>('places') ?? [],
  last: read<Last>('last'),
  /** The browser keeps nothing: it is said once. */
  forgetful: !works(),
});

/** At the first visit, when the language is known: take a guest's name in it, and keep it. */
export function introduce(): void {
  if (!read<Me>('me')?.name) call(guest());
}

/** Change one's name or animal. */
export function call(me: Me): void {
  mine.me = me;
  write('me', me);
}

/** Return the token of one's seat at a table. */
export const tokenAt = (code: string): string | null =>
  mine.places.find((place) => place.code === code)?.token ?? null;

/** Keep a seat, newest first. */
export function keep(place: Place): void {
  const others = mine.places.filter(({ code }) => code !== place.code);
  mine.places = [place, ...others].slice(0, KEPT);
  write('places', mine.places);
}

/** Forget a seat: it was left, or its table is gone. */
export function forget(code: string): void {
  mine.places = mine.places.filter((place) => place.code !== code);
  write('places', mine.places);
}

/** Keep what a table was made of, as the next one's defaults. */
export function remember(last: Last): void {
  mine.last = last;
  write('last', last);
}

/** A token of one's own, so that sitting down can be repeated when its answer was lost. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
