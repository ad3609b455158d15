/**
 * What the home page needs of all games, small enough to be read at once when it opens, so that
 * nothing moves while it loads. The games themselves are in the database.
 */
import { readJson, writeJson } from '../kit/browserStorage';
import { climbs, ladderOf, type Climb } from '../bots/ladder';
import { endingOf, isTime, pointsOf, type KeptGame } from './game';

/** The best result of a variant for one person. */
export interface SoloBest {
  best: number;
  at: number;
  last: number;
  /** The latest results, the oldest first. */
  recent: number[];
}

/** Somebody one has played with. */
export interface Met {
  name: string;
  avatar: string;
  at: number;
  game: string;
  variant: string;
  games: number;
}

export interface Digest {
  format: 1;
  count: number;
  /** The latest games, the newest first. */
  latest: KeptGame[];
  climbs: Record<string, Climb>;
  /** By `ladderOf`. */
  solo: Record<string, SoloBest>;
  met: Met[];
}

/** How many of each are listed. */
const LATEST = 6;
const RECENT = 10;
const MET = 6;
const KEY = 'hexade.played';

export const empty = (): Digest => ({
  format: 1,
  count: 0,
  latest: [],
  climbs: {},
  solo: {},
  met: [],
});

function soloBests(games: readonly KeptGame[]): Record<string, SoloBest> {
  const found: Record<string, SoloBest> = {};
  for (const game of games) {
    const points = endingOf(game) === 'alone' && !game.from ? pointsOf(game, 0) : undefined;
    if (points === undefined) continue;
    const key = ladderOf(game.game, game.variant);
    const before = found[key];
    const better = !before || points > before.best;
    found[key] = {
      best: better ? points : before.best,
      at: better ? game.at : before.at,
      last: points,
      recent: [...(before?.recent ?? []), points].slice(-RECENT),
    };
  }
  return found;
}

/** A result alone: whether it is a record, and the best so far. */
export interface SoloRecord {
  record: boolean;
  best: number;
}

/** Compare a result alone with those before it; seen again, a record is still one. */
export function recordOf(
  games: readonly KeptGame[],
  one: Pick<KeptGame, 'id' | 'game' | 'variant'>,
  value: number,
): SoloRecord {
  // A game that has just ended may not be kept yet: then all others came before it.
  const at = games.find(({ id }) => id === one.id)?.at ?? Infinity;
  const earlier = games.filter((game) => game.id !== one.id && game.at <= at);
  const before = soloBests(earlier)[ladderOf(one.game, one.variant)]?.best ?? -Infinity;
  // The first result is a beginning, not a record.
  return { record: value > before && before > -Infinity, best: Math.max(value, before) };
}

function people(games: readonly KeptGame[]): Met[] {
  const found = new Map<string, Met>();
  for (const game of games) {
    const others = game.me === null ? [] : game.players.filter((_, n) => n !== game.me);
    for (const { name, avatar, bot } of others)
      if (!bot && name)
        found.set(name, {
          name,
          avatar,
          at: game.at,
          game: game.game,
          variant: game.variant,
          games: (found.get(name)?.games ?? 0) + 1,
        });
  }
  return [...found.values()].sort((one, other) => other.at - one.at).slice(0, MET);
}

/** Return the digest of all games. */
export function digestOf(games: readonly KeptGame[]): Digest {
  const sorted = games.toSorted((one, other) => one.at - other.at);
  return {
    format: 1,
    count: sorted.length,
    latest: sorted.slice(-LATEST).reverse(),
    climbs: climbs(sorted),
    solo: soloBests(sorted),
    met: people(sorted),
  };
}

const isSound = ({ format, latest, climbs, solo, met }: Digest): boolean =>
  format === 1 &&
  [climbs, solo].every((one) => typeof one === 'object' && one !== null) &&
  [latest, met].every((list) => Array.isArray(list) && list.every((one) => isTime(one?.at)));

/** Read the digest that was written last; an empty one if there is none. */
export function readDigest(): Digest {
  const found = readJson<Digest>(KEY);
  return found && isSound(found) ? found : empty();
}

/** Write the digest; returns whether the browser allowed it. */
export const writeDigest = (digest: Digest): boolean => writeJson(KEY, digest);
