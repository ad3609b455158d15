/** One finished game as this browser keeps it, and how it is made from what the table page knows. */
import type { GameEvent, GamePage, ThumbnailCell } from '../games/contract';
import { COLOURS, type Colour } from '../kit/shapes';
import type { Known } from '../wire/fold';
import type { Player } from '../wire/messages';

/** A game that is over. What thins out when there is no room stands last. */
export interface KeptGame {
  /** Its replay's name: the table's code, a dot and the number of the game. */
  id: string;
  /** When it ended (ms since 1970). */
  at: number;
  game: string;
  variant: string;
  players: Player[];
  /** One's own seat; null where several people shared the device and none of them was oneself. */
  me: number | null;
  ranks: number[];
  /** Seat by seat, or team by team, what the game measures: the weakest colour, pictures, … */
  points: number[];
  /** Where all played together: whether they reached their goal. */
  team?: boolean;
  /** How precisely one played, in per cent; missing: not analysed, null: that says nothing here. */
  accuracy?: number | null;
  /** It went on from a position of another game. */
  from?: boolean;
  /** Its replay is no longer there. */
  gone?: boolean;
  /** The most points of one of one's own moves. */
  best?: number;
  /** One's own points by colour, in the order of the kit. */
  colours?: number[];
  /** The finished board, as `packed` writes it. */
  mosaic?: string;
}

const LAST_MS = 8.64e15;

/** Whether a value is a time that can be written as a date. */
export const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= LAST_MS;

/** How a game ended for oneself; where all played together they have won, or missed their goal. */
export type Ending = 'won' | 'lost' | 'shared' | 'together' | 'missed' | 'alone' | 'none';

/** Return how a game ended for oneself. */
export function endingOf({ ranks, me, team }: Pick<KeptGame, 'ranks' | 'me' | 'team'>): Ending {
  if (ranks.length === 1) return 'alone';
  const rank = me === null ? undefined : ranks[me];
  if (rank === undefined) return 'none';
  if (team !== undefined) return team ? 'together' : 'missed';
  if (rank > 1) return 'lost';
  return ranks.every((one) => one === 1) ? 'shared' : 'won';
}

/** Return the points of a seat; partners share theirs. */
export function pointsOf({ points, players }: KeptGame, seat: number): number | undefined {
  if (!points.length) return undefined;
  return points[points.length < players.length ? seat % points.length : seat];
}

/** Return the points, one's own first, then those of the others in their order: "8 : 6". */
export function scoreText(game: KeptGame): string {
  const sides = game.points.length;
  const own = game.me === null ? 0 : game.me % Math.max(1, sides);
  return game.points
    .map((_, n) => game.points[(own + n) % sides])
    .map((one) => one ?? 0)
    .join('\u00a0:\u00a0');
}

/** Return the players except oneself and one's partners, who share their points. */
export function opponentsOf({ players, me, points }: KeptGame): Player[] {
  if (me === null) return players;
  const sides = points.length && points.length < players.length ? points.length : players.length;
  return players.filter((_, n) => n % sides !== me % sides);
}

/** Return those with whom one played where all played together. */
export const partnersOf = (game: KeptGame): Player[] =>
  opponentsOf(game).length ? [] : game.players.filter((_, n) => n !== game.me);

const OFFSET = 16;

/** Write a board in three letters a cell. */
export const packed = (cells: readonly ThumbnailCell[]): string =>
  cells
    .map(({ q, r, colour }) =>
      [(q + OFFSET).toString(36), (r + OFFSET).toString(36), COLOURS.indexOf(colour)].join(''),
    )
    .join('');

/** Read a board again; what cannot be read is left out. */
export function unpacked(text: string): ThumbnailCell[] {
  return (text.match(/.../g) ?? []).flatMap((cell): ThumbnailCell[] => {
    const colour: Colour | undefined = COLOURS[Number(cell[2])];
    const [q, r] = [parseInt(cell[0] ?? '', 36), parseInt(cell[1] ?? '', 36)];
    return colour && q >= 0 && r >= 0 ? [{ q: q - OFFSET, r: r - OFFSET, colour }] : [];
  });
}

/** The most points of one of a seat's moves; undefined if it never scored. */
function bestMove(events: readonly GameEvent[], seat: number): number | undefined {
  const sums = events
    .filter((event) => event.seat === seat && Array.isArray(event.points))
    .map((event) => (event.points as number[]).reduce((sum, one) => sum + one, 0));
  return sums.length ? Math.max(...sums) : undefined;
}

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

/** Return what to keep of a game that has just ended; null if it has not, or a bot has played it. */
export function keptFrom(
  { table, now, events }: Pick<Known, 'table' | 'now' | 'events'>,
  page: Pick<GamePage, 'measure' | 'colours' | 'thumbnail'>,
  me: number | null,
  at: number,
): KeptGame | null {
  if (!table || !now?.result) return null;
  if (me !== null && table.seats[me]?.stand_in) return null;
  const { view } = now;
  const best = me === null ? undefined : bestMove(events as GameEvent[], me);
  const colours = me === null ? undefined : page.colours?.(view, me);
  const cells = page.thumbnail?.(view);
  const points = page.measure(view);
  const { won } = now.result;
  const together = points.length === 1 && table.seats.length > 1;
  return {
    id: now.replay ?? `${table.code}.${now.game}`,
    at,
    game: table.agreed.game,
    variant: table.agreed.variant ?? '',
    players: table.seats.map(({ name, avatar, bot }) => ({
      name: name ?? '',
      avatar: avatar ?? '',
      bot: bot ?? null,
    })),
    me,
    ranks: numbers(now.result.ranks),
    points,
    ...(together && typeof won === 'boolean' ? { team: won } : {}),
    ...(table.from ? { from: true } : {}),
    ...(best === undefined ? {} : { best }),
    ...(colours ? { colours } : {}),
    ...(cells?.length ? { mosaic: packed(cells) } : {}),
  };
}
