/** What a placement would bring: the server's lines and tracks, added up for one spot. */
import type { Direction, Geometry } from './geometry';
import type { Spot } from './moves';
import { scoresOf } from '../score/scores';
import type { BoardView, Colour, Preview, Scores } from '../view';
import { COLOURS, halves, weakest } from '../view';

const WAYS = ['e', 'se', 'sw', 'w', 'nw', 'ne'] as const;

/** One line that counts, from the half that scores it. */
export interface Beam {
  from: string;
  heading: Direction;
  colour: Colour;
  cells: string[];
}

export interface Forecast {
  beams: Beam[];
  /** Points by colour, before any cap. */
  gains: Partial<Record<Colour, number>>;
  total: number;
  /** The markers of one's own track after it, as one sees them. */
  after: Scores;
  before: Scores;
  weakest: number;
  weakestBefore: number;
  /** Colours that would earn a bonus turn. */
  bonus: Colour[];
  /** Whether one could exchange tiles after it. */
  exchange: boolean;
}

function beamsFrom(
  preview: Preview,
  board: Geometry,
  from: string,
  colour: Colour,
  away: Direction,
): Beam[] {
  const lines = preview.lines[from] ?? {};
  return WAYS.flatMap((way, n) => {
    const line = lines[way];
    if (n === away || !line?.startsWith(colour)) return [];
    const heading = n as Direction;
    return { from, heading, colour, cells: board.line(from, heading, Number(line.slice(1))) };
  });
}

const points = (beams: Beam[]): number => beams.reduce((sum, beam) => sum + beam.cells.length, 0);

/** Return what a spot would bring to a seat. */
export function forecast(
  spot: Spot,
  preview: Preview,
  view: BoardView,
  board: Geometry,
  seat: number,
): Forecast {
  const [first, second] = halves(spot.tile);
  const other = board.next(spot.cell, spot.heading) ?? spot.cell;
  const back = ((spot.heading + 3) % 6) as Direction;
  const a = beamsFrom(preview, board, spot.cell, first, spot.heading);
  const b = beamsFrom(preview, board, other, second, back);
  const made: [number, number] = [points(a), points(b)];
  const before = scoresOf(view, seat);
  const after = { ...before };
  const bonus: Colour[] = [];
  const gains: Forecast['gains'] = {};
  gains[first] = made[0];
  gains[second] = (first === second ? made[0] : 0) + made[1];
  for (const colour of new Set([first, second])) {
    const [to, earned] = reached(preview, spot.tile, colour, made, gains[colour] ?? 0);
    after[colour] = to === null ? before[colour] : (view.track.sign[seat] ?? 1) * to;
    if (earned) bonus.push(colour);
  }
  const [low, lower] = [weakest(after), weakest(before)];
  const sums = { weakest: low.value, weakestBefore: lower.value, total: made[0] + made[1] };
  const exchange = exchanges(preview, spot, other, made);
  return { beams: [...a, ...b], gains, after, before, bonus, exchange, ...sums };
}

/** Look up whether an exchange would be possible; a tile is listed in one spelling. */
function exchanges(preview: Preview, spot: Spot, other: string, made: [number, number]): boolean {
  const { exchange = {}, fills = [] } = preview;
  const [a, b] = made;
  const turnedRound = `${spot.tile[1]}${spot.tile[0]}`;
  const listed =
    exchange[spot.tile]?.includes(`${a}+${b}`) ??
    exchange[turnedRound]?.includes(`${b}+${a}`) ??
    false;
  const pairs = [`${spot.cell} ${other}`, `${other} ${spot.cell}`];
  return listed && !pairs.some((pair) => fills.includes(pair));
}

function reached(
  preview: Preview,
  tile: string,
  colour: Colour,
  made: [number, number],
  sum: number,
): [number | null, number] {
  const halfByHalf = preview.twice?.[tile]?.[`${made[0]}+${made[1]}`];
  return halfByHalf ?? preview.reach[colour][sum] ?? [null, 0];
}

/** What a placement brings to one colour: the fields its marker goes, and the points that are lost. */
export interface Gain {
  colour: Colour;
  steps: number;
  /** Points beyond a full track, or beyond the stop on one of double length (A10, B2). */
  lost: number;
}

/** Return the colours with points, in the order of the tracks. */
export function gainsOf({ gains, before, after }: Forecast): Gain[] {
  return COLOURS.flatMap((colour) => {
    const points = gains[colour];
    const steps = after[colour] - before[colour];
    return points ? [{ colour, steps, lost: points - steps }] : [];
  });
}

/** Sort key of a spot: what it does for the weakest colour, then all points. */
export function merit(found: Forecast): number {
  const moved = COLOURS.reduce((sum, c) => sum + found.after[c] - found.before[c], 0);
  return found.weakest * 1000 + moved * 10 + found.bonus.length * 500 + found.total / 100;
}

/** Return what a laid tile brought to each colour, those without points left out. */
export function gainsLaid(tile: string, made: readonly number[]): [Colour, number][] {
  const sums = new Map<Colour, number>();
  halves(tile).forEach((colour, n) => sums.set(colour, (sums.get(colour) ?? 0) + (made[n] ?? 0)));
  return [...sums].filter(([, sum]) => sum > 0);
}

/** Return spots from the best to the worst, as far as one may know. */
export function ranked(spots: readonly Spot[], look: (spot: Spot) => Forecast | null): Spot[] {
  const worth = new Map(
    spots.map((spot) => {
      const found = look(spot);
      return [spot, found ? merit(found) : 0];
    }),
  );
  return [...spots].sort((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0));
}
