/** What the page knows of a table, and how each message changes it. Pure: the time is passed in. */
import type {
  Held,
  Moved,
  News,
  Now,
  Placed,
  Refused,
  Said,
  TableState,
  TakenBack,
  Welcome,
} from './messages';

type Happening = Record<string, unknown>;
type Turn = Known['turn'];

export interface Known {
  table: TableState | null;
  seat: number | null;
  now: Now | null;
  /** How long the turn had lasted (null: no clocks), when we heard it, and whether the clock is stopped. */
  turn: { ms: number | null; stands: boolean; at: number };
  /** All events of the game, as this seat may know them; `now.v` is their number. */
  events: Happening[];
  /** The events that the last message added. */
  recent: Happening[];
  held: (Held & { until: number }) | null;
  /** The move that the last message about the game took back. */
  takenBack: TakenBack | null;
  counting: { seats: number[]; until: number } | null;
  chat: Said[];
  muted: number[];
  /** Whether one owns the table without sitting there. */
  owner: boolean;
  /** When the last state of the table arrived: `away_s` counts on from there. */
  tableAt: number;
}

/** The result of a message: what is known now, and whether a message was missed. */
export interface Folded {
  known: Known;
  /** Messages are missing in between: reconnect. */
  missed: boolean;
}

/** What is known of a table before the first message. */
export function nothing(): Known {
  return {
    table: null,
    seat: null,
    now: null,
    turn: { ms: null, stands: false, at: 0 },
    events: [],
    recent: [],
    held: null,
    takenBack: null,
    counting: null,
    chat: [],
    muted: [],
    owner: false,
    tableAt: 0,
  };
}

/** Where the clocks run on from: as the game says, or the table when somebody comes or goes. */
function turnOf(news: { turn_ms?: number | null; stands?: boolean } | null, at: number): Turn {
  return { ms: news?.turn_ms ?? null, stands: news?.stands ?? false, at };
}

const fine = (known: Known): Folded => ({ known, missed: false });

function welcomed(known: Known, news: Welcome, at: number): Known {
  const same = news.now && known.now?.game === news.now.game;
  const before = same ? known.events.slice(0, news.since) : [];
  const events = [...before, ...(news.events ?? [])];
  // Events that happened while we were offline are shown; those before the first visit are not.
  const recent = same ? events.slice(known.events.length) : [];
  return {
    ...known,
    table: news.table,
    tableAt: at,
    seat: news.seat ?? null,
    now: news.now ?? null,
    turn: turnOf(news.now ?? null, at),
    events,
    recent,
    held: null,
    takenBack: null,
    counting: null,
    // A spectator receives only new lines, and keeps those that were read before.
    chat: (news.seat == null && known.table ? known.chat : news.chat) ?? [],
    muted: news.muted ?? [],
    owner: news.owner ?? false,
  };
}

function moved(known: Known, news: Moved, at: number): Folded {
  const since = news.v - news.events.length;
  const sameGame = known.now?.game === news.now.game;
  const have = sameGame ? known.events.length : 0;
  if (since > have) return { known, missed: true };
  if (news.v < have) return fine(known);
  const fresh = news.events.slice(have - since);
  const { held } = known;
  const seen = held && held.v === have && sameGame ? held.events.length : 0;
  const repeated = !fresh.length && sameGame;
  return fine({
    ...known,
    now: news.now,
    turn: turnOf(news.now, at),
    events: sameGame ? [...known.events, ...fresh] : fresh,
    recent: repeated ? known.recent : fresh.slice(seen),
    held: repeated ? held : null,
    takenBack: null,
    counting: repeated ? known.counting : null,
  });
}

/** The next player may go on at once, as if the move stood; only the view of the table waits. */
function heldMove(known: Known, news: Held, at: number): Known {
  const { waiting = [], legal = null, preview = null, left_ms } = news;
  const next = { waiting, legal, preview, left_ms: left_ms ?? known.now?.left_ms };
  return {
    ...known,
    now: known.now && { ...known.now, ...next, mine: null },
    turn: turnOf(news, at),
    held: { ...news, until: at + news.ms },
    takenBack: null,
    recent: news.events,
  };
}

/** Another seat has another view, which comes with it. */
function placed(known: Known, news: Placed, at: number): Known {
  const now = news.now ? { now: news.now, turn: turnOf(news.now, at) } : {};
  return { ...known, ...now, seat: news.seat, muted: news.muted ?? [] };
}

function refused(known: Known, news: Refused, at: number): Folded {
  if (!news.now) return fine(known);
  if (news.now.game !== known.now?.game || news.now.v > known.events.length)
    return { known, missed: true };
  // A later message has overtaken this answer.
  if (news.now.v < known.events.length) return fine(known);
  return fine({ ...known, now: news.now, turn: turnOf(news.now, at) });
}

function said(known: Known, news: Said): Known {
  if (known.chat.some((line) => line.n === news.n)) return known;
  return { ...known, chat: [...known.chat, news] };
}

/** Return what is known after a message that arrived at a time in milliseconds. */
export function fold(known: Known, news: News, at: number): Folded {
  switch (news.t) {
    case 'welcome':
      return fine(welcomed(known, news, at));
    case 'table':
      return fine({ ...known, table: news.table, tableAt: at, turn: turnOf(news.table, at) });
    case 'seat':
      return fine(placed(known, news, at));
    case 'moved':
      return moved(known, news, at);
    case 'chosen': {
      if (!known.now || known.now.v !== news.v) return { known, missed: known.now !== null };
      const now = { ...known.now, waiting: news.waiting, mine: news.mine ?? known.now.mine };
      return fine({ ...known, now });
    }
    case 'held':
      if (news.v !== known.events.length) return { known, missed: true };
      return fine(heldMove(known, news, at));
    case 'taken_back':
      return fine({
        ...known,
        now: news.now,
        turn: turnOf(news.now, at),
        held: null,
        takenBack: news,
        recent: [],
      });
    case 'counting':
      return fine({ ...known, counting: { seats: news.seats, until: at + news.ms } });
    case 'said':
      return fine(said(known, news));
    case 'refused':
      return refused(known, news, at);
    default:
      return fine(known);
  }
}
