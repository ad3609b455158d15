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

const oneOf = <T>(list: readonly T[], random: () => number): T | undefined =>
  list[Math.floor(random() * list.length)];

/** Pick one at random, of a game if that has puzzles: rather one that was never tried, or shown. */
export function pickWarmUp(wanted: string, random = Math.random, shown = ''): Picked | null {
  const game = puzzleGames.includes(wanted) ? wanted : oneOf(puzzleGames, random);
  if (!game) return null;
  const days = Array.from({ length: DAYS }, (_, n) => later(today(), -2 - n));
  const fresh = days.filter((day) => day !== shown && !triesOn(game, day).length);
  const day = oneOf(fresh.length ? fresh : days, random);
  return day ? { game, day } : null;
}
