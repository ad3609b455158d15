/** The board game's view and preview as they come over the wire. */
import type { ByColour, Colour } from '../shared/colours';

export * from '../shared/colours';
export type Scores = ByColour;
export type Variant = 'base' | 'solo' | 'team' | 'duel';

/** How the tracks run (A10, B2, C1, D1). */
export interface TrackForm {
  stop: number;
  end: number;
  /** Of each seat: which of `scores` is its own. */
  row: number[];
  sign: number[];
  shared: boolean;
  bonus: boolean;
}

/** An exchange that is offered to oneself: nobody else knows of it (A12). */
export interface Offer {
  colours: Colour[];
  keep: number;
  tiles: string[];
  swap: number;
}

/** What a seat knows of a position (docs/bots.md). */
export interface BoardView {
  variant: Variant;
  edition: string;
  seats: number;
  seat: number | null;
  turn: number | null;
  phase: string;
  bonus: number;
  first: boolean[];
  side: number;
  printed: string[];
  track: TrackForm;
  cells: Record<string, Colour>;
  dead: string[];
  rack: string[];
  racks: number[];
  bag: number;
  unseen: string[];
  scores: Scores[] | Scores;
  marks: Partial<Record<Colour, number>>;
  offer: Offer | null;
}

/** What placements would bring, as the server says it: nothing is reckoned here but sums. */
export interface Preview {
  /** For a cell and a direction, such as `ne`, the line that starts there, such as `r2`. */
  lines: Record<string, Record<string, string>>;
  /** Per colour where 0, 1, 2 … points take the marker, and the bonus turns that earns. */
  reach: Record<Colour, [number, number][]>;
  /** The same for doubles whose halves are counted one by one, by `5+3`. */
  twice?: Record<string, Record<string, [number, number]>>;
  /** By tile the points of its halves, such as `2+0`, after which one could exchange. */
  exchange?: Record<string, string[]>;
  /** The pairs of cells, such as `h9 h10`, that end the game: nobody exchanges after that. */
  fills?: string[];
}
