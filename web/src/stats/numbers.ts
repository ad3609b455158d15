/** The numbers of the statistics page, from the games that are kept. */
import { COLOURS, type Colour } from '../kit/shapes';
import { endingOf, opponentsOf, partnersOf, pointsOf, type Ending, type KeptGame } from './game';

/** Games that are counted together: a variant of a game. */
export interface Filter {
  game: string;
  variant: string;
}

/** Return the games of a variant (null: all), the newest first. */
export const chosen = (games: readonly KeptGame[], filter: Filter | null): KeptGame[] =>
  games
    .filter((one) => !filter || (one.game === filter.game && one.variant === filter.variant))
    .toSorted((one, other) => other.at - one.at);

/** How many analysed games the mean of the accuracy has. */
export const LATELY = 10;

const mean = (values: readonly number[]): number | null =>
  values.length ? values.reduce((sum, one) => sum + one, 0) / values.length : null;
const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value);

/** Won and lost games: those that somebody can win, alone or together. */
export interface Record {
  won: number;
  lost: number;
  shared: number;
}

export function recordOf(games: readonly KeptGame[]): Record {
  const ends = games.map(endingOf);
  const count = (...which: Ending[]): number => ends.filter((one) => which.includes(one)).length;
  return { won: count('won', 'together'), lost: count('lost', 'missed'), shared: count('shared') };
}

export interface Totals {
  games: number;
  /** In per cent of the games that somebody can win; null: there are none. */
  won: number | null;
  /** The mean of the last analysed games; null: none is analysed. */
  accuracy: number | null;
  analysed: number;
}

/** Return the numbers at the top of the page. */
export function totalsOf(games: readonly KeptGame[]): Totals {
  const { won, lost, shared } = recordOf(games);
  const all = won + lost + shared;
  const precise = games.flatMap(({ accuracy }) => (typeof accuracy === 'number' ? [accuracy] : []));
  return {
    games: games.length,
    won: all ? Math.round((100 * won) / all) : null,
    accuracy: rounded(mean(precise.slice(0, LATELY))),
    analysed: precise.length,
  };
}

/** One analysed game in the curve. */
export interface Dot {
  game: KeptGame;
  accuracy: number;
  /** The mean of five games up to here; null while there are too few for a curve. */
  mean: number | null;
}

/** From so many analysed games on there is a curve; its points are means of as many games. */
export const FOR_A_CURVE = 5;

/** Return the curve of the accuracy, the oldest game first. */
export function dotsOf(games: readonly KeptGame[]): Dot[] {
  const found = games
    .toReversed()
    .flatMap((game) =>
      typeof game.accuracy === 'number' ? [{ game, accuracy: game.accuracy }] : [],
    );
  return found.map((dot, n) => {
    const lately = found.slice(Math.max(0, n - FOR_A_CURVE + 1), n + 1);
    const average = found.length < FOR_A_CURVE ? null : mean(lately.map((one) => one.accuracy));
    return { ...dot, mean: average };
  });
}

/** One colour over all games that have colours. */
export interface ColourMean {
  colour: Colour;
  points: number;
  /** In how many games it was the weakest, alone or with others. */
  weakest: number;
}

/** Return points a game and colour, the best colour first; empty where no game tells them. */
export function coloursOf(games: readonly KeptGame[]): ColourMean[] {
  const rows = games.flatMap(({ colours }) =>
    colours?.length === COLOURS.length ? [colours] : [],
  );
  if (!rows.length) return [];
  return COLOURS.map((colour, n) => ({
    colour,
    points: mean(rows.map((row) => row[n] ?? 0)) ?? 0,
    weakest: rows.filter((row) => row[n] === Math.min(...row)).length,
  })).sort((one, other) => other.points - one.points);
}

/** A best result, and the game that had it. */
export interface Best {
  what: 'alone' | 'margin' | 'move' | 'precise';
  value: number;
  game: KeptGame;
}

function best(
  what: Best['what'],
  games: readonly KeptGame[],
  value: (game: KeptGame) => number | null | undefined,
): Best[] {
  let top: Best | null = null;
  // The first of equals counts: games are the newest first.
  for (const game of games) {
    const found = value(game);
    if (typeof found === 'number' && (!top || found >= top.value))
      top = { what, value: found, game };
  }
  return top ? [top] : [];
}

/** By how much one won; null for other games. */
function margin(game: KeptGame): number | null {
  if (endingOf(game) !== 'won' || game.me === null || game.points.length < 2) return null;
  const own = pointsOf(game, game.me) ?? 0;
  const side = game.me % game.points.length;
  return own - Math.max(...game.points.filter((_, n) => n !== side));
}

/** Return the best results of games, whole ones alone. */
export function bestsOf(games: readonly KeptGame[]): Best[] {
  const whole = games.filter(({ from }) => !from);
  return [
    ...best('alone', whole, (game) => (endingOf(game) === 'alone' ? pointsOf(game, 0) : null)),
    ...best('margin', whole, (game) => {
      const by = margin(game);
      return by !== null && by > 0 ? by : null;
    }),
    ...best('move', whole, (game) => game.best),
    ...best('precise', whole, (game) => game.accuracy),
  ];
}

/** The results against one opponent, or with one partner. */
export interface Against {
  players: KeptGame['players'];
  record: Record;
  games: number;
}

/** The other players of a game that count: opponents, or partners where all played together. */
const othersOf = (game: KeptGame): KeptGame['players'] => [
  ...opponentsOf(game),
  ...partnersOf(game),
];

/** Return the results by player, those met most often first. */
export function againstOf(games: readonly KeptGame[]): Against[] {
  const found = new Map<string, KeptGame[]>();
  for (const game of games) {
    const others = othersOf(game);
    if (game.me === null || others.length !== 1) continue;
    const [one] = others;
    const key = one?.bot ?? ` ${one?.name}`;
    found.set(key, [...(found.get(key) ?? []), game]);
  }
  return [...found.values()]
    .map((list) => ({
      players: list[0] ? othersOf(list[0]) : [],
      record: recordOf(list),
      games: list.length,
    }))
    .sort((one, other) => other.games - one.games);
}
