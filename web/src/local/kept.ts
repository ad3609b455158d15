/** What this device keeps, for the home page: read without loading any game. */
import type { Agreed, Glance, Player } from '../wire/messages';
import { FREE, driver, isPerson, people, seatState } from './seats';
import type { KeptTable } from './state';
import { Database, deleteDatabase } from './store';

/** A game that is over, in a line of a list. */
export interface PastGame {
  id: string;
  agreed: Required<Agreed>;
  players: Player[];
  at: number;
}

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

/** The games that are over, the last first. */
export async function past(): Promise<PastGame[]> {
  const all = await new Database().games().catch(() => []);
  return all
    .sort((one, other) => other.at - one.at)
    .map(({ id, agreed, players, at }) => ({ id, agreed, players, at }));
}

export const forgetAll = deleteDatabase;
