/** What the score table of a narrow screen shows: a track, and numbers beside it. */
import type { SeatState } from '../../wire/messages';
import type { ByColour } from './colours';

/** One side's numbers: a player's, or a team's. */
export interface ScoreColumn {
  key: number;
  name: string;
  who: (SeatState | undefined)[];
  values: ByColour;
}

/** The fields of a track, from 0 on. */
export interface TrackFields {
  count: number;
  /** The numbers above it. */
  ticks: readonly number[];
  /** Fields that begin a new area: a gap stands before them. */
  gates?: readonly number[];
  /** For each colour the last field that is open, where some are shut. */
  limits?: ByColour;
  /** The first field behind the lock, where there is one. */
  lock?: number | null;
}

/** Return where a field begins on a track, in per cent of its width. */
export const share = (field: number, count: number): number => (field / count) * 100;
