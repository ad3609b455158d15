/** What this browser stores: who one is, the tokens of one's seats, and the last table's options. */
import { ANIMALS } from '../kit/avatars';
import { readJson, writeJson } from '../kit/browserStorage';
import { t } from '../kit/i18n.svelte';
import type { Agreed } from './messages';

export interface Me {
  name: string;
  avatar: string;
}
export interface SavedSeat {
  code: string;
  token: string;
  seat: number;
  game: string;
  variant: string;
  /** When one was last there (ms since 1970). */
  at: number;
}
/** When moves can be taken back: where people play together, always, or never. */
export type TakeBack = 'people' | 'never';
export interface Last {
  agreed: Agreed;
  bot: string;
  takeBack?: TakeBack;
}

const MOST_SEATS = 40;

const read = <T>(name: string): T | null => readJson(`hexade.${name}`);

function write(name: string, value: unknown): void {
  if (!writeJson(`hexade.${name}`, value)) stored.forgetful = true;
}

const works = (): boolean => writeJson('hexade.works', 1) && writeJson('hexade.works', null);

const pick = <T>(from: readonly T[]): T | undefined =>
  from[Math.floor(Math.random() * from.length)];

/** A guest's name and animal in the language in use: "Fox 27"; others than those taken, if any is left. */
function guest(taken: readonly string[] = []): Me {
  const avatar = pick(ANIMALS.filter((one) => !taken.includes(one))) ?? pick(ANIMALS) ?? 'fox';
  return { name: `${t(`animal.${avatar}`)} ${10 + Math.floor(Math.random() * 90)}`, avatar };
}

const known = read<Me>('me');

export const stored = $state({
  me: known?.name ? known : guest(),
  seats: read<SavedSeat[]>('places') ?? [],
  last: read<Last>('last'),
  /** The browser blocks storage: the player sees one notice. */
  forgetful: !works(),
});

/** At the first visit, once the language is known, choose a guest's name in it. */
export function introduce(): void {
  if (!read<Me>('me')?.name) beGuest();
}

function beGuest(taken?: readonly string[]): void {
  saveMe(guest(taken));
  write('guest', true);
}

/** Be another animal than those at a table; only a guest, who has not chosen one's own by hand. */
export function differFrom(taken: readonly string[]): void {
  if (read('guest') && taken.includes(stored.me.avatar)) beGuest(taken);
}

/** Change one's name or animal by hand. */
export function saveMe(me: Me): void {
  stored.me = me;
  write('me', me);
  write('guest', null);
}

/** Return the token of one's seat at a table. */
export const tokenAt = (code: string): string | null =>
  stored.seats.find((place) => place.code === code)?.token ?? null;

/** Save a seat, newest first. */
export function saveSeat(place: SavedSeat): void {
  const others = stored.seats.filter(({ code }) => code !== place.code);
  stored.seats = [place, ...others].slice(0, MOST_SEATS);
  write('places', stored.seats);
}

/** Forget a seat that was left, or whose table is gone. */
export function forgetSeat(code: string): void {
  stored.seats = stored.seats.filter((place) => place.code !== code);
  write('places', stored.seats);
}

/** Save the options of a table as defaults for the next one. */
export function saveLastTable(last: Last): void {
  stored.last = last;
  write('last', last);
}

/** A random token; with it a request is idempotent, and can be repeated when its answer was lost. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
