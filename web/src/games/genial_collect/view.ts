/** What everybody sees of the game, and what the server says of the next tile and of stopping. */
import type { ByColour, Colour } from '../shared/colours';

export * from '../shared/colours';

/** The next tile, from what everybody sees: how many of each colour are left, and which are good (G2). */
export interface Odds {
  pile: number;
  left: ByColour;
  good: Colour[];
  /** How many tiles of the pile are bad. */
  bad: number;
}

/** What stopping now would bring (G3): the tiles, what the player would then own, and whether it wins (G6). */
export interface Stopping {
  tiles: Colour[];
  owned: ByColour;
  /** How many tiles would still be needed to reach the goal. */
  missing: number;
  wins: boolean;
}

export interface View {
  seats: number;
  seat: number | null;
  start: number;
  turn: number | null;
  phase: 'middle' | 'decide' | 'turn_up' | 'over';
  /** The tiles in the middle. */
  middle: Colour[];
  /** The tiles turned up in this turn, in order. */
  shown: Colour[];
  /** What each seat owns. */
  owned: ByColour[];
  /** How many of each colour a player needs to win. */
  goal: number;
  /** How many tiles are left in the pile. */
  pile: number;
  /** How many of each colour are left in it. */
  left: ByColour;
  /** How many tiles each seat still needs to reach the goal. */
  missing: number[];
  /** The odds of the next tile, while somebody decides. */
  odds: Odds | null;
  /** What stopping would bring, once a tile is turned up. */
  stop: Stopping | null;
}

export interface TurnedUp {
  event: 'turn_up';
  seat: number;
  tile: Colour;
  good: boolean;
}

export interface Stopped {
  event: 'stop';
  seat: number;
  tiles: Colour[];
}

/** Read a view as this game's. */
export const seen = (view: Record<string, unknown>): View => view as unknown as View;
