/** What a seat sees of the game, and what the server says each card would bring. */
import { COLOURS, type ByColour, type Colour } from '../shared/colours';

export * from '../shared/colours';
export type Chips = ByColour;

export interface View {
  seats: number;
  seat: number | null;
  start: number;
  turn: number | null;
  phase: 'between' | 'deal' | 'open' | 'play' | 'offer' | 'draw' | 'over';
  bonus: number;
  round: number;
  rounds: number;
  points: number[];
  hand: string[];
  hands: number[];
  /** Each seat's face-up cards, the oldest first. */
  open: string[][];
  chips: Chips[];
  pile: number;
  discard: number;
  /** The areas of a row, each its first and its last field. */
  areas: [number, number][];
  /** All six chips here or further end the round. */
  goal: number;
  /** For each seat and colour the last field that is open. */
  limits: Chips[];
  offer: { colours: Colour[]; keep: number; swap: number } | null;
}

/** A symbol of an open card that matches: whose, which card, which half. */
export interface Match {
  colour: Colour;
  seat: number;
  open: number;
  half: number;
}

/** What a play would bring; points, steps and lost are in the order of scoring. */
export interface Brings {
  order: string;
  lines: Match[];
  points: number[];
  steps: number[];
  lost: ({ steps: number; why: 'area' | 'end' } | null)[];
  chips: Chips;
  bonus: number;
  renew: boolean;
  ends: boolean;
}

export interface Played {
  seat: number;
  card: string;
  order: string;
  points: number[];
  steps: number[];
}

/** Read a view as this game's. */
export const seen = (view: Record<string, unknown>): View => view as unknown as View;

export interface Lock {
  /** The first and the last field that are shut for some chip. */
  from: number;
  to: number;
  /** They open when all chips stand here or further. */
  min: number;
  /** The chips that hold the others back. */
  because: Colour[];
}

/** Which fields are shut for a seat, and why; null where all is open. */
export function lockOf(view: View, seat: number): Lock | null {
  const limits = view.limits[seat];
  const chips = view.chips[seat];
  if (!limits || !chips) return null;
  const last = Math.min(...COLOURS.map((colour) => limits[colour]));
  const shut = view.areas.findIndex(([from]) => from > last);
  const before = view.areas[shut - 1];
  const end = view.areas.at(-1);
  if (shut < 0 || !before || !end) return null;
  const because = COLOURS.filter((colour) => chips[colour] < before[0]);
  return { from: last + 1, to: end[1], min: before[0], because };
}
