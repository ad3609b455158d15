/** One's own climbs up the ladders, as this browser keeps them. */
import { played } from '../stats/kept.svelte';
import { ladderOf, newClimb, type Climb } from './ladder';

/** Return one's climb up the ladder of a variant. */
export const climbAt = (game: string, variant: string | null | undefined): Climb =>
  played.digest.climbs[ladderOf(game, variant)] ?? newClimb();
