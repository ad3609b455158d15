/** Which puzzle is a warm-up: one of the past weeks, so that it spoils none that counts. */
import { later, today } from './dates';
import { triesOn } from './progress.svelte';
import { puzzleGames } from './puzzles';

/** A puzzle of the calendar. */
export interface Picked {
  game: string;
  day: string;
}

/** Days before yesterday. Before its first day the calendar has its last puzzles. */
const DAYS = 56;

/** The one that was shown last, on any card: never the same twice running. */
export const last: Picked = { game: '', day: '' };

const oneOf = <T>(list: readonly T[], random: () => number): T | undefined =>
  list[Math.floor(random() * list.length)];

/** Pick one at random, of a game if that has puzzles: rather one that was never tried. */
export function pickWarmUp(wanted: string, random = Math.random): Picked | null {
  const game = puzzleGames.includes(wanted) ? wanted : oneOf(puzzleGames, random);
  if (!game) return null;
  const days = Array.from({ length: DAYS }, (_, n) => later(today(), -2 - n)).filter(
    (day) => game !== last.game || day !== last.day,
  );
  const fresh = days.filter((day) => !triesOn(game, day).length);
  const day = oneOf(fresh.length ? fresh : days, random);
  return day ? { ...Object.assign(last, { game, day }) } : null;
}
