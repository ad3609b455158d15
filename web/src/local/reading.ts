/** What reading moves and events has in common: refusals, quotations, seats (contract/reason.py). */
import { Refusal } from './game';
import type { Event, Reason, Seat, Setup } from './game';

const LONGEST = 40;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

export const reason = (code: string, rule: string, text: string): Reason => ({ code, rule, text });

/** A refusal of something that the rules do not allow. */
export const refusal = (code: string, rule: string, text: string): Refusal =>
  new Refusal(reason(code, rule, text));

/** A refusal of something that cannot be read. */
export const unreadable = (text: string, rule = ''): Refusal => refusal('unreadable', rule, text);

/** A value as a refusal quotes it: shortened, without what is inside containers, as Python does. */
export function quoted(value: unknown): string {
  if (typeof value === 'string') return inQuotes([...value].slice(0, LONGEST));
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null || value === undefined) return 'None';
  return typeof value === 'number' ? String(value).slice(0, LONGEST) : 'that';
}

function inQuotes(letters: string[]): string {
  const mark = letters.includes("'") && !letters.includes('"') ? '"' : "'";
  const said = letters.map((letter) => ESCAPES[letter] ?? escaped(letter, mark));
  return mark + said.join('') + mark;
}

function escaped(letter: string, mark: string): string {
  if (letter === mark) return `\\${letter}`;
  if (letter === ' ' || !/[\p{C}\p{Z}]/u.test(letter)) return letter;
  const code = (letter.codePointAt(0) ?? 0).toString(16);
  if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
  return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`;
}

/** The seat that an event names; refuses any other value. */
export function readSeat(event: Event, setup: Setup, rule: string): Seat {
  const { seat } = event;
  if (typeof seat !== 'number' || !Number.isInteger(seat) || seat < 0 || seat >= setup.seats)
    throw unreadable(`there is no seat ${quoted(seat)} at this table`, rule);
  return seat;
}

/** Reverse the letters of a name such as `rb`. */
export const reversed = (name: string): string => [...name].reverse().join('');

/** Round a number, not below zero, as Python does: a half goes to the even digit. */
export function rounded(x: number, digits = 0): number {
  // Only an odd number divided by this power of two lies exactly half way.
  if ((x * 2 ** (digits + 1)) % 2 !== 1) return Number(x.toFixed(digits));
  const low = Math.floor(x * 10 ** digits);
  return (low + (low % 2)) / 10 ** digits;
}

/** The ranks of some keys: the higher, the better. */
export const ranked = (keys: readonly (number | bigint)[]): number[] =>
  keys.map((key) => 1 + keys.filter((other) => other > key).length);

/** An event with the keys that an allow-list names. */
export const only = (event: Event, keys: readonly string[]): Event =>
  Object.fromEntries(Object.entries(event).filter(([key]) => keys.includes(key))) as Event;
