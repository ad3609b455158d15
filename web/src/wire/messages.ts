// Made by `python -m hexade.wire.typescript` from messages.py and http_bodies.py.
// Do not edit: change those, and run it again.

/** Seconds for a game, for each move, or both; days for each move alone make it slow. */
export interface Clock {
  player_s?: number | null;
  increment_s?: number;
  move_s?: number | null;
}

/** What a table is for; what is left out takes the game's own defaults. */
export interface Agreed {
  game: string;
  variant?: string | null;
  edition?: string | null;
  seats?: number | null;
  options?: Record<string, number>;
  assist?: number;
  clock?: Clock | null;
  take_back?: boolean;
  public?: boolean;
  /** For choices made together. */
  round_s?: number | null;
  /** In a team game: emotes alone, or chat for all (C4). */
  talk?: "closed" | "open";
}

/** Sit down; idempotent if the client supplies a token. */
export interface Sit {
  name: string;
  avatar?: string;
  /** Any free seat if omitted. */
  seat?: number | null;
  token?: string | null;
}

/** A position of a finished game to play on from: its replay, and a version of it. */
export interface Origin {
  replay: string;
  v: number;
}

/** Create a table, and optionally sit down, add bots and start, all in one request. */
export interface Create {
  agreed: Agreed;
  /** A secret like a token; with it the request is idempotent. */
  id?: string | null;
  sit?: Sit | null;
  bots?: string[];
  start?: boolean;
  from?: Origin | null;
}

/** A finished game that was played on one device, to be kept as a replay with a link. */
export interface Giving {
  record: Record<string, unknown>;
  /** A secret like a token; with it the request is idempotent. */
  id?: string | null;
  /** Of the seats, in their order. */
  avatars?: string[];
}

/** How somebody finished a puzzle of the day. */
export interface PuzzleResult {
  /** The try that found the best move; 0: none did. */
  outcome: number;
}

/** Your seat, and the secret token that proves it, which is sent only once. */
export interface Seated {
  code: string;
  link: string;
  seat?: number | null;
  token?: string | null;
}

/** The replay of a game that was given to the server. */
export interface Given {
  id: string;
  link: string;
}

/** Why a request was refused. */
export interface Problem {
  code: string;
  rule: string;
  text: string;
}

/** A table in the list of open ones. */
export interface Summary {
  code: string;
  game: string;
  variant: string;
  edition: string | null;
  seats: number;
  free: number;
  /** Of the people. */
  names: string[];
  phase: "waiting" | "playing" | "over" | "closed";
  /** Empty in old listings, which did not list bots. */
  bots: string[];
  /** A slow game: how long a move may take. */
  slow_s: number | null;
  /** Its maker may know the tiles. */
  from: Required<Origin> | null;
}

/** Who sits in a seat. */
export interface SeatState {
  /** Null: the seat is free. */
  name?: string | null;
  avatar?: string;
  /** The bot whose seat it is. */
  bot?: string | null;
  /** The bot that plays for the person whose seat it is. */
  stand_in?: string | null;
  here?: boolean;
  /** How long its player has been away, in seconds. */
  away_s?: number | null;
  rematch?: boolean;
  /** The seat that its player wants. */
  swap?: number | null;
  /** Where partners play together. */
  team?: number | null;
  /** Whether this person owns the table. */
  owner?: boolean;
  /** Whether they agreed to start. */
  ready?: boolean;
}

/** Somebody who asks for a seat that was left in mid-game. */
export interface Asking {
  n: number;
  seat: number;
  name: string;
  avatar: string;
}

/** A table as seen from outside, and who must move there. */
export interface Glance {
  code: string;
  phase: "waiting" | "playing" | "over" | "closed";
  agreed: Required<Agreed>;
  seats: SeatState[];
  game: number;
  watchers: number;
  turn_ms?: number | null;
  stands?: boolean;
  asking?: Asking[];
  from?: Required<Origin> | null;
  waiting: number[];
}

/** From where others can open this server's links, as far as it knows. */
export interface Reach {
  reach: "anywhere" | "computer" | "network";
  /** What links for others begin with; empty: as the page was opened. */
  origin: string;
}

/** A bot that is one of the levels of play, and what people call it in each language. */
export interface LevelInfo {
  bot: string;
  names: Record<string, string>;
}

/** One thing a table may choose, a whole number between two bounds. */
export interface OptionInfo {
  name: string;
  default: number;
  low: number;
  high: number;
  rule: string;
}

/** One variant of a game, and its possible numbers of seats. */
export interface VariantInfo {
  variant: string;
  seats: number[];
  rule: string;
  /** The last one is the default; none: the game has no editions. */
  editions: string[];
  options: OptionInfo[];
  /** Whether one seat begins. */
  has_start: boolean;
  start_rule: string;
  edition_rule: string;
  /** Whether partners play together against others. */
  teams: boolean;
  /** Whether all choose at the same time. */
  together: boolean;
  /** Whether a table may agree that moves can be taken back. */
  takes_back: boolean;
}

/** One game: the first variant and its first number of seats are the defaults. */
export interface GameInfo {
  game: string;
  title: string;
  /** Its chapters in the rules, a letter each. */
  chapters: string;
  /** All that can sit down, the levels among them. */
  bots: string[];
  /** The weakest first; none where the game has no levels. */
  levels: LevelInfo[];
  variants: VariantInfo[];
}

/** Whether the bots are ready. */
export interface BotsInfo {
  /** False while their processes start; after an installation they compile first. */
  ready: boolean;
}

/** Who sat in a seat when the game ended. */
export interface Player {
  name: string;
  avatar: string;
  bot: string | null;
}

/** A moment at which somebody had to move, or the end. */
export interface Frame {
  v: number;
  /** Those since the frame before, in full. */
  events: Record<string, unknown>[];
  /** As seen by the first seat that had to move. */
  view: Record<string, unknown>;
  /** As a result has them. */
  scores: unknown;
  /** Who had to move; none at the end. */
  waiting?: number[];
  /** How many moves the viewer had. */
  legal?: number;
}

/** A finished game, move by move. */
export interface Replay {
  id: string;
  agreed: Required<Agreed>;
  start: number;
  seed: number;
  players: Player[];
  /** Where it went on from, if it did. */
  from: Required<Origin> | null;
  result: Record<string, unknown>;
  frames: Frame[];
  /** It was played on one device, and given to the server afterwards. */
  device: boolean;
}

/** What chance could take from the player who made a move. */
export interface MoveRisk {
  /** From 0 to 1. */
  chance: number;
  /** In what the game counts: tiles, points, …. */
  cost: number;
}

/** One decision of a finished game, measured by what its player could know. */
export interface Choice {
  /** The version at which it was made. */
  v: number;
  seat: number;
  move: string;
  /** The expected outcome of the move, from 0 to 1. */
  value: number;
  /** Compared with the best move. */
  loss: number;
  /** The best move. */
  best: string;
  /** The event of the best move, without what chance would have decided. */
  instead: Record<string, unknown> | null;
  /** Of the move made, among all legal ones, from 1. */
  rank: number;
  legal: number;
  /** Of the move made; null where chance could take nothing. */
  risk: MoveRisk | null;
  /** What a mistake overlooked, where the facts show it. */
  slip: Record<string, unknown> | null;
}

/** How well one seat played. */
export interface Precision {
  seat: number;
  /** 100: always the best move; 0: lost as much as random play. */
  percent: number | null;
  mistakes: number;
  blunders: number;
}

/** What each move of a finished game lost compared with the best one. */
export interface Analysis {
  /** None: this game has no judge. */
  state: "none" | "ready" | "waiting";
  /** How many decisions have been judged. */
  done: number;
  /** How many there are; 0 if that is not known yet. */
  of: number;
  /** What a loss of 1 stands for; null: a loss is a share of winning. */
  points: number | null;
  choices: Choice[];
  players: Precision[];
}

/** One rule; its text may have **strong** words and `code`. */
export interface Paragraph {
  id: string;
  /** The heading above it, if any. */
  section: string;
  text: string;
}

/** One chapter of the rules. */
export interface Chapter {
  id: string;
  title: string;
  /** What one plays for, marked up like a paragraph; empty where another chapter says it. */
  aim: string;
  paragraphs: Paragraph[];
}

/** The rules in one language. */
export interface Rules {
  lang: string;
  title: string;
  intro: string[];
  chapters: Chapter[];
}

/** Who runs this server, what it keeps, and for how long; 0 days: for ever. */
export interface Privacy {
  contact: string;
  /** Chat: after it was said. */
  talk_days: number;
  /** After the last change of the table, as below. */
  unfinished_days: number;
  /** Names at finished games; then the game stays without them. */
  names_days: number;
  finished_days: number;
  /** How many people finished a puzzle of the day, after that day. */
  puzzle_counts_days: number;
  /** In memory, for the rate limits. */
  address_minutes: number;
  /** Whether requests are logged with their addresses. */
  access_log: boolean;
}

/** How many people finished a puzzle of the day in which way. */
export interface PuzzleCounts {
  /** At the first try, at the second, at the third. */
  found: number[];
  missed: number;
  /** Whether the result that was sent is among them. */
  counted: boolean;
}

/** The first message. Without a token you are a spectator; `since` is the last version seen. */
export interface Hello {
  t: "hello";
  token?: string | null;
  game?: number;
  since?: number;
}

/**
 * Make a move for a version; idempotent: a repeated id is not played twice. `then` is the answer to
 * the choice that the move may leave to you alone, decided beforehand: it is played at once. To
 * decline is always possible, even where there is no such choice.
 */
export interface Move {
  t: "move";
  v: number;
  id: string;
  move: string;
  then?: string | null;
  /** Over the held move of this number, which then stands. */
  hold?: number | null;
}

/** Take back the move that is still held. */
export interface TakeBack {
  t: "take_back";
  id: string;
  /** This one, and no other. */
  hold?: number | null;
}

/** Let the held move stand before its time is over: for its player and whoever comes next. */
export interface Settle {
  t: "settle";
  id: string;
  hold: number;
}

/** Start the countdown for the last player who has not chosen. */
export interface CountDown {
  t: "count";
  id: string;
}

/** Start the game: all seats are taken, and the owner or everybody wants it. */
export interface Start {
  t: "start";
  id: string;
  /** Without the free seats, if the game has room for so few. */
  fewer?: boolean;
}

/** Add free seats before the first game, or remove some; for the owner of the table. */
export interface SetSeats {
  t: "seats";
  id: string;
  n: number;
  /** The free seat or bot to remove; the last ones if omitted. */
  drop?: number | null;
}

/** Leave your seat for good; in mid-game a bot may play on until somebody takes it. */
export interface Rise {
  t: "rise";
  id: string;
  bot?: string | null;
}

/** Change to another seat between games; if a person sits there, when both have asked. */
export interface Swap {
  t: "swap";
  id: string;
  /** Null withdraws the request. */
  seat?: number | null;
}

/** Put a bot in a free seat, or remove it with null, before the game. */
export interface SeatBot {
  t: "bot";
  id: string;
  seat: number;
  bot?: string | null;
}

/** Remove a person from a seat between games, perhaps for good; for the owner of the table. */
export interface Remove {
  t: "remove";
  id: string;
  seat: number;
  /** Neither they nor anybody else from their address may sit down again. */
  for_good?: boolean;
}

/** Close the table for good; for its owner, and in mid-game only if nobody else plays. */
export interface Close {
  t: "close";
  id: string;
}

/** Let somebody take a seat that was left in mid-game, or say no; for owner and leaver. */
export interface Admit {
  t: "admit";
  id: string;
  n: number;
  yes?: boolean;
}

/** Let a bot play for your seat, or for a seat whose player has been away too long. */
export interface StandIn {
  t: "stand_in";
  id: string;
  seat: number;
  bot?: string | null;
}

/** Take your seat back from the bot. */
export interface Return {
  t: "return";
  id: string;
}

/** Say whether you want a rematch. */
export interface Rematch {
  t: "rematch";
  id: string;
  yes?: boolean;
}

/** Say something to all, or show an emote. */
export interface Chat {
  t: "chat";
  id: string;
  text: string;
  emote?: boolean;
}

/** Mute a seat, or unmute it. */
export interface Mute {
  t: "mute";
  id: string;
  seat: number;
  on?: boolean;
}

/** Ask for the table as text, for clients that draw no board. */
export interface Draw {
  t: "draw";
  id: string;
  /** False: plain letters only. */
  glyphs?: boolean;
}

/** Ask for a hint: how good your moves are; at tables with coaching (assist 3). */
export interface Hint {
  t: "hint";
  id: string;
}

/** Ask what a move would open for the next player; at tables with coaching (assist 3). */
export interface Gift {
  t: "gift";
  id: string;
  move: string;
}

/** Heartbeat of a client: ask whether the server is alive. */
export interface Ping {
  t: "ping";
}

/** The state of the table, without the game. */
export interface TableState {
  code: string;
  phase: "waiting" | "playing" | "over" | "closed";
  agreed: Required<Agreed>;
  seats: SeatState[];
  game: number;
  watchers: number;
  /** With clocks: how long this turn has lasted. */
  turn_ms?: number | null;
  /** The clock stands: whoever must move is away. */
  stands?: boolean;
  /** Who asks for a seat that was left in mid-game. */
  asking?: Asking[];
  /** Its maker may know the tiles. */
  from?: Required<Origin> | null;
}

/** The game as one seat may know it; `legal` only for a seat that must act. */
export interface Now {
  game: number;
  v: number;
  view: Record<string, unknown>;
  waiting: number[];
  legal?: string[] | null;
  /** Your own sealed choice. */
  mine?: string | null;
  /** What the clocks showed when the turn began. */
  left_ms?: number[] | null;
  /** How long this turn has lasted. */
  turn_ms?: number | null;
  /** The clock stands: whoever must move is away. */
  stands?: boolean;
  result?: Record<string, unknown> | null;
  /** What moves would score; with `legal`, from assist 2 on. */
  preview?: Record<string, unknown> | null;
  /** Once the game is over: the permanent name of its replay. */
  replay?: string | null;
}

/** Somebody said something. */
export interface Said {
  t: "said";
  /** Counted from 1. */
  n: number;
  seat: number;
  text: string;
  emote?: boolean;
  /** Who sat there when it was said. */
  name?: string;
  id?: string | null;
}

/** Everything a client needs at the start; `events` are those after `since`. */
export interface Welcome {
  t: "welcome";
  table: TableState;
  since: number;
  seat?: number | null;
  events?: Record<string, unknown>[];
  now?: Now | null;
  chat?: Said[];
  muted?: number[];
  /** Whether you own the table, seated or not. */
  owner?: boolean;
}

/** The state of the table has changed. */
export interface Seats {
  t: "table";
  table: TableState;
}

/** You have another seat now; null: you are a spectator. */
export interface Placed {
  t: "seat";
  seat: number | null;
  now?: Now | null;
  muted?: number[];
}

/** Events happened: those after version `v - len(events)`, and what is known now. */
export interface Moved {
  t: "moved";
  v: number;
  events: Record<string, unknown>[];
  now: Now;
  /** Only for the seat that moved: the move is stored. */
  id?: string | null;
}

/** A choice was sealed; only its own seat receives what was chosen. */
export interface Chosen {
  t: "chosen";
  v: number;
  seat: number;
  waiting: number[];
  mine?: string | null;
  id?: string | null;
}

/**
 * A move was made that can still be taken back: `events` have no version yet. Whoever comes next
 * (`waiting`) may go on at once, its player or another: a move for version `v + len(events)` with
 * this `hold`, and the held move stands.
 */
export interface Held {
  t: "held";
  v: number;
  seat: number;
  events: Record<string, unknown>[];
  view: Record<string, unknown>;
  ms: number;
  /** Its number; none if nobody else knows of the move. */
  hold?: number | null;
  /** Who comes next. */
  waiting?: number[];
  /** To a seat that comes next. */
  legal?: string[] | null;
  /** As in `now`. */
  preview?: Record<string, unknown> | null;
  /** What the clocks show, and how long the next turn has lasted. */
  left_ms?: number[] | null;
  turn_ms?: number | null;
  id?: string | null;
}

/** The held move was taken back; everything is as before. */
export interface TakenBack {
  t: "taken_back";
  seat: number;
  now: Now;
  id?: string | null;
}

/** The countdown has begun; when it ends, the table moves for these seats. */
export interface Counting {
  t: "counting";
  seats: number[];
  ms: number;
  id?: string | null;
}

/** A request that has no news of its own was stored. */
export interface Done {
  t: "done";
  id: string;
}

/** A request was refused: why, by which rule, and the current state. */
export interface Refused {
  t: "refused";
  code: string;
  rule: string;
  text: string;
  id?: string | null;
  now?: Now | null;
}

/** A move and how good it looks, 1 being the best; comparable within one hint only. */
export interface Judged {
  move: string;
  worth: number;
  /** Why it is good, as the game says it. */
  reasons: Record<string, unknown>[];
}

/** What a good player thinks of the moves at version `v`, the best first. */
export interface Hinted {
  t: "hinted";
  id: string;
  v: number;
  moves: Judged[];
  /** Of the numbers; "judge": they are expected shares of a win. */
  source?: string;
}

/** The best that a move would open for the next player, as far as this seat can know. */
export interface Gifted {
  t: "gifted";
  id: string;
  v: number;
  move: string;
  /** As the game describes it; null if nothing is opened. */
  gift?: Record<string, unknown> | null;
}

/** The table as text: lines of pieces, each a text and its ink. */
export interface Drawn {
  t: "drawn";
  lines: [string, string][][];
  id: string;
}

/** The answer to a ping: the server is alive. */
export interface Pong {
  t: "pong";
}

export type Request =
  | Hello
  | Move
  | TakeBack
  | Settle
  | CountDown
  | Start
  | SetSeats
  | Rise
  | Swap
  | SeatBot
  | Remove
  | Close
  | Admit
  | StandIn
  | Return
  | Rematch
  | Chat
  | Mute
  | Draw
  | Hint
  | Gift
  | Ping;

export type News =
  | Welcome
  | Seats
  | Placed
  | Moved
  | Chosen
  | Held
  | TakenBack
  | Counting
  | Said
  | Done
  | Refused
  | Hinted
  | Gifted
  | Drawn
  | Pong;
