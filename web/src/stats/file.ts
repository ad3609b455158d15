/** One's games as a file: written for another browser, read again, and merged by the games' ids. */
import { isTime, type KeptGame } from './game';

const FORMAT = 'hexade-stats';
const VERSION = 1;
/** What the page keeps elsewhere and goes along: settings, and the streak of the puzzles. */
const ALONG = /^hexade\.(settings|daily(\..+)?)$/;

export interface StatsFile {
  format: string;
  games: KeptGame[];
  /** By the keys of the browser's storage. */
  kept: Record<string, string>;
}

/** The name of the file of a day. */
export const fileName = (day: Date): string =>
  `hexade-${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}.json`;

/** What goes along with the games, from the browser's storage. */
export function keptAlong(storage = (): Storage => localStorage): Record<string, string> {
  const found: Record<string, string> = {};
  try {
    for (const key of Object.keys(storage()))
      if (ALONG.test(key)) found[key] = storage().getItem(key) ?? '';
  } catch {
    // The browser blocks its storage: the games go alone.
  }
  return found;
}

/** Write a file of games. */
export const written = (games: readonly KeptGame[], kept: Record<string, string>): string =>
  `${JSON.stringify({ format: `${FORMAT}/${VERSION}`, games, kept }, null, 1)}\n`;

/** Why a file cannot be read: it is something else, or of a newer version. */
export type Unreadable = 'other' | 'newer';

const isText = (value: unknown): value is string => typeof value === 'string';
const areNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number' && Number.isFinite(one));

function isPlayer(value: unknown): boolean {
  const { name, avatar, bot } = (value ?? {}) as Record<string, unknown>;
  return isText(name) && isText(avatar) && (bot === null || isText(bot));
}

/** A game of a file, with only the fields that we know; null if it is not a game. */
function gameFrom(value: unknown): KeptGame | null {
  const one = (value ?? {}) as Record<string, unknown>;
  const { id, at, game, variant, players, me, ranks, points } = one;
  if (!isText(id) || !isText(game) || !isText(variant) || !isTime(at)) return null;
  if (!Array.isArray(players) || !players.length || !players.every(isPlayer)) return null;
  if (!areNumbers(ranks) || !areNumbers(points)) return null;
  const seat = typeof me === 'number' && me >= 0 && me < players.length ? Math.floor(me) : null;
  const found: KeptGame = {
    id,
    at,
    game,
    variant,
    players: (players as KeptGame['players']).map(({ name, avatar, bot }) => ({
      name,
      avatar,
      bot,
    })),
    me: seat,
    ranks,
    points,
  };
  const { accuracy, from, team, best, colours, mosaic } = one;
  if (accuracy === null || (typeof accuracy === 'number' && accuracy >= 0 && accuracy <= 100))
    found.accuracy = accuracy;
  if (from === true) found.from = true;
  if (typeof team === 'boolean') found.team = team;
  if (Number.isFinite(best)) found.best = Number(best);
  if (areNumbers(colours)) found.colours = colours;
  if (isText(mosaic)) found.mosaic = mosaic;
  return found;
}

/** Read a file; anything in it that is not a game is left out. */
export function parsed(text: string): StatsFile | Unreadable {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return 'other';
  }
  const { format, games, kept } = (read ?? {}) as Record<string, unknown>;
  const [name, version] = isText(format) ? format.split('/') : [];
  if (name !== FORMAT || !Array.isArray(games)) return 'other';
  if (!(Number(version) <= VERSION)) return 'newer';
  const along = Object.entries((kept ?? {}) as Record<string, unknown>).filter(
    (entry): entry is [string, string] => ALONG.test(entry[0]) && isText(entry[1]),
  );
  return {
    format: String(format),
    games: games.map(gameFrom).filter((game) => game !== null),
    kept: Object.fromEntries(along),
  };
}

/** What an import would bring. */
export interface Preview {
  /** Games that are not here yet. */
  fresh: KeptGame[];
  /** Games that are here with less: an analysis or details come in. */
  fuller: KeptGame[];
  /** Games that are here already. */
  known: number;
}

/** Two versions of the same game: the first one counts, completed by what only the other has. */
export function merged(ours: KeptGame, theirs: KeptGame): KeptGame {
  const made: KeptGame = { ...theirs, ...ours };
  if (!ours.points.length) made.points = theirs.points;
  if (ours.me === null) made.me = theirs.me;
  return made;
}

const same = (one: KeptGame, other: KeptGame): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** Compare a file with what is here; nothing is changed. */
export function preview(ours: readonly KeptGame[], theirs: readonly KeptGame[]): Preview {
  const here = new Map(ours.map((game) => [game.id, game]));
  const fresh = new Map<string, KeptGame>();
  const fuller: KeptGame[] = [];
  for (const game of theirs) {
    const own = here.get(game.id);
    if (!own) {
      const before = fresh.get(game.id);
      fresh.set(game.id, before ? merged(before, game) : game);
    } else {
      const made = merged(own, game);
      if (!same(own, made)) fuller.push(made);
    }
  }
  return { fresh: [...fresh.values()], fuller, known: theirs.length - fresh.size - fuller.length };
}
