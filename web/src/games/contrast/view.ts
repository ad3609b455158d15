/** What a seat sees of the game, and the material that everybody knows. */

/** The two sides of a symbol card. */
export type Pair = readonly [string, string];

/** The six symbol cards, in the order in which hands are shown. */
export const CARDS: readonly Pair[] = [
  ['red', 'yellow'],
  ['blue', 'green'],
  ['big', 'small'],
  ['heavy', 'light'],
  ['thick', 'thin'],
  ['round', 'angular'],
];
export const SYMBOLS: readonly string[] = CARDS.flat();

export interface View {
  variant: string;
  seats: number;
  seat: number | null;
  ply: number;
  phase: 'laying' | 'turning' | 'choosing' | 'over';
  /** The picture that lies face up, by its card and side. */
  picture: string | null;
  hand: string[];
  rows: Pair[][];
  won: number[];
  stack: number;
  /** The pictures that a team needs; null where everybody plays alone. */
  goal: number | null;
  /** Whether a pair has won already; it plays on (F10). */
  reached?: boolean;
}

/** Read a view as this game's. */
export const seen = (view: Record<string, unknown>): View => view as unknown as View;

/** Two players are one team. */
export const isTeam = (view: View): boolean => view.seats === 2;

const same = (a: Pair, b: Pair): boolean => a.includes(b[0]);

/** The cards that are in hand: all that do not rest in the row. */
export const inHand = (row: readonly Pair[]): Pair[] =>
  CARDS.filter((card) => !row.some((resting) => same(resting, card)));

/** The card that a symbol is on. */
export const cardOf = (symbol: string): Pair =>
  CARDS.find((card) => card.includes(symbol)) ?? [symbol, symbol];

/** Tell whether the last award has brought a pair to its goal: it has won, and plays on (F10). */
export function justReached(view: View, award: { seats?: unknown } | null | undefined): boolean {
  const taken = Array.isArray(award?.seats) && award.seats.length > 0;
  return taken && Boolean(view.reached) && view.won[0] === view.goal;
}
