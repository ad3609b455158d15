/**
 * The ladder: two wins against an opponent climb past them, one ladder for each game. Nobody is
 * locked; wins against somebody higher count as soon as one gets there.
 */
import { levelOf } from '../kit/avatars';
import { endingOf } from '../stats/game';
import type { KeptGame } from '../stats/game';
import { CHARACTERS, type Character } from './characters';

/** Wins that climb past an opponent. */
export const TO_CLIMB = 2;
/** So many results in a row make the suggestion go up or down. */
const IN_A_ROW = 2;

/** The results against one opponent. */
export interface Tally {
  won: number;
  lost: number;
}

/** The opponent played last. */
interface Last {
  level: number;
  /** How often in a row it ended the same way: above 0 won, below lost. */
  run: number;
  /** The game: its replay's name. */
  id?: string;
}

/** One's climb up the ladder of one game, as small as it can be kept. */
export interface Climb {
  /** By level, the first at 0. */
  tallies: Tally[];
  last: Last | null;
}

/** The key of a ladder: a variant of a game. */
export const ladderOf = (game: string, variant: string | null | undefined): string =>
  `${game} ${variant ?? ''}`;

/** Return an empty climb: no game against anybody yet. */
export const newClimb = (): Climb => ({
  tallies: CHARACTERS.map(() => ({ won: 0, lost: 0 })),
  last: null,
});

/** The level of the only opponent, in a whole game of one against one; 0 for all other games. */
export function opponentLevel(game: Pick<KeptGame, 'players' | 'me' | 'from'>): number {
  if (game.me === null || game.from || game.players.length !== 2) return 0;
  return levelOf(game.players[1 - game.me]?.bot);
}

/** Return a climb with one more game. */
export function climbed(
  before: Climb,
  level: number,
  ending: ReturnType<typeof endingOf>,
  id?: string,
): Climb {
  const step = ending === 'won' ? 1 : ending === 'lost' ? -1 : 0;
  const tallies = before.tallies.map((tally, n) => {
    if (n !== level - 1) return tally;
    return { won: tally.won + Number(step > 0), lost: tally.lost + Number(step < 0) };
  });
  const run =
    before.last?.level === level && Math.sign(before.last.run) === step
      ? before.last.run + step
      : step;
  return { tallies, last: { level, run, ...(id === undefined ? {} : { id }) } };
}

/** Return the ladders of all games, from what was played, in any order. */
export function climbs(games: readonly KeptGame[]): Record<string, Climb> {
  const found: Record<string, Climb> = {};
  for (const game of games.toSorted((one, other) => one.at - other.at)) {
    const level = opponentLevel(game);
    const key = ladderOf(game.game, game.variant);
    if (level) found[key] = climbed(found[key] ?? newClimb(), level, endingOf(game), game.id);
  }
  return found;
}

/** Whether an opponent has been beaten often enough. */
export const isBeaten = (tally: Tally | undefined): boolean => (tally?.won ?? 0) >= TO_CLIMB;

/** Return the level one has reached: the lowest not beaten yet, or the last one. */
export function rungOf({ tallies }: Climb): number {
  const first = tallies.findIndex((tally) => !isBeaten(tally));
  return first < 0 ? tallies.length : first + 1;
}

/** Return how many opponents one has climbed past. */
export const beatenBy = (climb: Climb): number =>
  climb.tallies.every(isBeaten) ? climb.tallies.length : rungOf(climb) - 1;

/** Return the level one reaches by beating whoever stands on one's rung; 0: all are beaten then. */
export function nextRung({ tallies }: Climb): number {
  const rung = tallies.findIndex((tally) => !isBeaten(tally));
  return rung < 0 ? 0 : tallies.findIndex((tally, n) => n > rung && !isBeaten(tally)) + 1;
}

/** Which way a suggestion goes from the last opponent. */
export type Direction = 'first' | 'easier' | 'again' | 'harder';

/** Who to play next: the gentlest at first; after two results in a row one up or down. */
export function suggestion({ last }: Climb): { level: number; way: Direction } {
  if (!last) return { level: 1, way: 'first' };
  if (last.run >= IN_A_ROW && last.level < CHARACTERS.length)
    return { level: last.level + 1, way: 'harder' };
  if (last.run <= -IN_A_ROW && last.level > 1) return { level: last.level - 1, way: 'easier' };
  return { level: last.level, way: 'again' };
}

/** What the last game changed on the ladder: a sentence by its key, and who is named in it. */
export interface LadderNews {
  key: 'won' | 'once' | 'early' | 'top' | 'all' | 'lost' | 'drawn';
  level: number;
  /** Whom one meets next; 0: nobody. */
  next: number;
}

/** Return what the last game changed; null before the first game. */
export function newsOf(climb: Climb): LadderNews | null {
  const { last, tallies } = climb;
  if (!last) return null;
  const { level, run } = last;
  if (run <= 0) return { key: run ? 'lost' : 'drawn', level, next: 0 };
  if (tallies.every(isBeaten)) return { key: 'all', level, next: 0 };
  if (isBeaten(tallies[level - 1])) return { key: 'won', level, next: rungOf(climb) };
  // Above one's rung a win is kept, but nobody is met sooner.
  if (level !== rungOf(climb)) return { key: 'early', level, next: 0 };
  const next = nextRung(climb);
  return { key: next ? 'once' : 'top', level, next };
}

/** Return who is suggested, of the bots that can play. */
export function suggested(climb: Climb, bots: readonly string[]): Character | undefined {
  const { level } = suggestion(climb);
  return CHARACTERS.find((one) => one.level === level && bots.includes(one.bot));
}
