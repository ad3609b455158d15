/** A record from a file or a link, as a finished game of this device: read, and checked by the rules. */
import { LOCAL } from '../wire/local';
import type { Agreed, GameInfo } from '../wire/messages';
import { CHANCE } from './game';
import type { Event, LocalGame } from './game';
import { demand } from './match';
import { Fault, replay, verify } from './record';
import type { Course } from './record';
import type { FinishedGame } from './replays';
import { agree, formOf, setupOf } from './setup';

export type RawRecord = Record<string, unknown>;

const FORMAT = 'hexade-record/1';
const BOT = 'bot:';

/** FNV-1a with 64 bits. */
function plainDigest(bytes: Uint8Array): ArrayBuffer {
  let digest = 0xcbf29ce484222325n;
  for (const byte of bytes) digest = BigInt.asUintN(64, (digest ^ BigInt(byte)) * 0x100000001b3n);
  return new BigUint64Array([digest]).buffer;
}

/** A name for the game that is the same for the same record. */
async function idOf(record: RawRecord): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([record.seats, record.events]));
  // Browsers give SHA-256 only to pages over HTTPS: a table in one's own network is none.
  const { subtle } = crypto as Partial<Crypto>;
  const digest = new Uint8Array(
    subtle ? await subtle.digest('SHA-256', bytes) : plainDigest(bytes),
  );
  const letters = Array.from(digest.slice(0, 5), (byte) => byte.toString(16).padStart(2, '0'));
  return `${LOCAL}${letters.join('').toUpperCase()}.1`;
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && name.length <= 60);

/** What a record says was agreed; throws a Refusal if the game does not allow it. */
function agreedOf(record: RawRecord, info: GameInfo): Required<Agreed> {
  const { variant, edition, seats } = record;
  demand(record.format === FORMAT, 'record', `this is not a record (${FORMAT})`);
  demand(typeof variant === 'string', 'record', 'the record has no variant');
  demand(isNames(seats), 'record', 'the record has no names of players');
  const named = formOf(info, variant as string).options.map(({ name }) => name);
  const options = Object.fromEntries(
    named.flatMap((name) => (typeof record[name] === 'number' ? [[name, record[name]]] : [])),
  ) as Record<string, number>;
  return agree(info, {
    game: info.game,
    variant: variant as string,
    edition: typeof edition === 'string' ? edition : null,
    seats: (seats as string[]).length,
    options,
    take_back: false,
  });
}

/** A record that the rules refuse, and where a replay would show it. */
export class RefusedRecord extends Error {
  constructor(
    readonly fault: Fault,
    /** The number of the move as replays count them; 0: before the first, null: the result. */
    readonly move: number | null,
  ) {
    super(fault.message);
  }
}

/** The move that an event belongs to, counted as the frames of a replay are. */
function moveOf(game: LocalGame, record: Course, event: number): number {
  let [version, move] = [0, 0];
  try {
    for (const step of replay(game, record)) {
      version += step.events.length;
      if (version > event) break;
      if (game.toAct(step.state)[0] !== CHANCE) move++;
    }
  } catch {
    // Here is the fault: what came before it is counted.
  }
  return move;
}

/** Throw a RefusedRecord if the rules refuse a record. */
function check(game: LocalGame, record: Course): void {
  try {
    verify(game, record);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new RefusedRecord(error, error.event === null ? null : moveOf(game, record, error.event));
  }
}

/** Return a record as a finished game; throws a Refusal, or a RefusedRecord with the rule. */
export async function importRecord(
  record: RawRecord,
  info: GameInfo,
  load: (agreed: Agreed) => Promise<LocalGame>,
  at: number,
): Promise<FinishedGame> {
  const agreed = agreedOf(record, info);
  const { events, result, start, seed } = record;
  demand(Array.isArray(events), 'record', 'the record has no events');
  demand(
    Boolean(result) && typeof result === 'object',
    'not-over',
    'only a game that is over has a replay',
  );
  demand(
    Number.isInteger(start) &&
      (start as number) >= 0 &&
      (start as number) < (record.seats as string[]).length,
    'record',
    'the record does not say who begins',
  );
  const game = {
    id: await idOf(record),
    agreed,
    start: start as number,
    seed: typeof seed === 'number' ? seed : 0,
    players: (record.seats as string[]).map((name) => ({
      name: name.startsWith(BOT) ? name.slice(BOT.length) : name,
      avatar: '',
      bot: name.startsWith(BOT) ? name.slice(BOT.length) : null,
    })),
    from: null,
    events: events as Event[],
    result: result as Record<string, unknown>,
    at,
    opened: true,
  };
  check(await load(agreed), { ...game, setup: setupOf(agreed, game.start) });
  return game;
}
