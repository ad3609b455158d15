/** What this device keeps, for the home page: read without loading any game. */
import type { KeptGame } from '../stats/game';
import type { Glance } from '../wire/messages';
import { FREE, driver, isPerson, people, seatState } from './seats';
import type { KeptTable } from './state';
import { Database, deleteDatabase } from './store';

/** A table as a server would show it from outside. */
function glanceOf(kept: KeptTable): Glance {
  const owner = people(kept.occupants)[0] ?? -1;
  return {
    code: kept.code,
    phase: kept.phase,
    agreed: kept.agreed,
    seats: kept.occupants.map((one, n) => seatState(one, n, null, owner)),
    game: kept.number,
    watchers: 0,
    waiting: kept.waiting,
  };
}

/** The seat that one would have at a table: of people who share it, the one to move. */
function seatAt({ occupants, waiting }: KeptTable): number {
  const acts = waiting.find((seat) => {
    const there = occupants[seat] ?? FREE;
    return isPerson(there) && !driver(there);
  });
  return acts ?? people(occupants)[0] ?? 0;
}

/** The tables whose game is not over, the last changed first. */
export async function running(): Promise<{ seat: number; at: number; table: Glance }[]> {
  const all = await new Database().tables().catch(() => []);
  return all
    .filter(({ phase }) => phase === 'playing' || phase === 'waiting')
    .sort((one, other) => other.at - one.at)
    .map((kept) => ({ seat: seatAt(kept), at: kept.at, table: glanceOf(kept) }));
}

/** One's own games that are over, as results: without the boards, for which a game would be needed. */
export async function past(me: string): Promise<KeptGame[]> {
  const all = await new Database().games().catch(() => []);
  const own = all.filter(({ opened }) => !opened);
  return own.map(({ id, agreed, players, at, result, from }) => {
    const seats = players.flatMap(({ bot }, n) => (bot ? [] : [n]));
    const seat = seats.length === 1 ? seats[0] : players.findIndex(({ name }) => name === me);
    return {
      id,
      at,
      game: agreed.game,
      variant: agreed.variant ?? '',
      players,
      me: seat === undefined || seat < 0 ? null : seat,
      ranks: Array.isArray(result.ranks) ? result.ranks.map(Number) : [],
      points: [],
      ...(from ? { from: true } : {}),
    };
  });
}

export const forgetAll = deleteDatabase;
