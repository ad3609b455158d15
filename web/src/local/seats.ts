/** Who sits where at a table on this device. */
import { DEVICE } from '../wire/local';
import type { SeatState } from '../wire/messages';
import type { Seat } from './game';

/** Who sits in one seat; without a name the seat is free. */
export interface Occupant {
  name: string | null;
  avatar: string;
  /** The bot whose seat it is. */
  bot: string | null;
  /** The bot that plays for a person. */
  standIn: string | null;
}

export const FREE: Occupant = { name: null, avatar: '', bot: null, standIn: null };

export const isPerson = ({ name, bot }: Occupant): boolean => name !== null && bot === null;
/** The bot that moves for this seat, if one does. */
export const driver = ({ bot, standIn }: Occupant): string | null => bot ?? standIn;

/** The name in records. */
export const recordedName = ({ name, bot }: Occupant): string =>
  bot ? `bot:${bot}` : (name ?? '');

/** The seats of people. */
export const people = (occupants: readonly Occupant[]): Seat[] =>
  occupants.flatMap((one, seat) => (isPerson(one) ? [seat] : []));

const ONE_SEAT = /^seat:(\d)$/;

/** The seat that a token shows; null: a spectator's view; undefined: there is no such person. */
export function seatOf(
  occupants: readonly Occupant[],
  token: string | null | undefined,
): Seat | null | undefined {
  const here = people(occupants);
  if (!token) return null;
  if (token === DEVICE) return here.length === 1 ? here[0] : null;
  const seat = Number(ONE_SEAT.exec(token)?.[1] ?? -1);
  return here.includes(seat) ? seat : undefined;
}

/** What everybody receives about a seat: all people share the device, so nobody is away. */
export function seatState(one: Occupant, seat: Seat, team: number | null, owner: Seat): SeatState {
  return {
    name: one.name,
    avatar: one.avatar,
    bot: one.bot,
    stand_in: one.standIn,
    here: one.name !== null,
    team,
    owner: seat === owner,
  };
}
