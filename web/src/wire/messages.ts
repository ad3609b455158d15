// Made by `python -m hexade.wire.typescript` from messages.py and http_bodies.py.
// Do not edit: change those, and run it again.

/** Time for a game: for the whole of it, for each move, or both; in seconds. */
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
  team_talk?: boolean;
}

/** Sit down; with a token of one's own the request can be repeated safely. */
export interface Sit {
  name: string;
  avatar?: string;
  /** Any free one if left out. */
  seat?: number | null;
  token?: string | null;
}

/** A position of a finished game to play on from: its replay, and a version of it. */
export interface Origin {
  replay: string;
  v: number;
}

/**
 * Make a table, and perhaps sit down, fill it with bots and start, all in one. With an `id` of
 * one's own making, a secret like a token, the request can be repeated safely.
 */
export interface Create {
  agreed: Agreed;
  id?: string | null;
  sit?: Sit | null;
  bots?: string[];
  start?: boolean;
  from?: Origin | null;
}

/** Where one sits, and the secret that proves it: it is shown this once. */
export interface Seated {
  code: string;
  link: string;
  seat?: number | null;
  token?: string | null;
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
  phase: "waiting" | "playing" | "over";
  /** Listings that were stored before bots were told apart have none. */
  bots: string[];
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
  /** For how long its player has been away. */
  away_s?: number | null;
  rematch?: boolean;
  /** The seat that its player would rather have. */
  swap?: number | null;
  /** Where partners play together. */
  team?: number | null;
}

/** A table as one sees it who looks in from outside, and who has to move there. */
export interface Glance {
  code: string;
  phase: "waiting" | "playing" | "over";
  agreed: Required<Agreed>;
  seats: SeatState[];
  game: number;
  watchers: number;
  turn_ms?: number | null;
  stands?: boolean;
  waiting: number[];
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

/** One variant of a game, and with how many it can be played. */
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
  /** Whether all choose at the same time: then nothing is taken back. */
  together: boolean;
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

/** How it is with the bots. */
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
  /** As the first of those who had to move then saw it. */
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
}

/** One decision of a finished game, measured by what its player could know. */
export interface Choice {
  /** The version at which it was made. */
  v: number;
  seat: number;
  move: string;
  /** What was to be expected of it, from 0 to 1. */
  value: number;
  /** Against the best. */
  loss: number;
  /** The best move. */
  best: string;
  /** What would have been written down of the best move. */
  instead: Record<string, unknown> | null;
  /** Of the move made, among all legal ones, from 1. */
  rank: number;
  legal: number;
}

/** How well one seat played. */
export interface Precision {
  seat: number;
  /** 100: always the best, 0: as much lost as chance would lose. */
  percent: number | null;
  mistakes: number;
  blunders: number;
}

/** What each move of a finished game lost against the best. */
export interface Analysis {
  /** None: nobody can judge this game. */
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
  /** The heading it stands under, if any. */
  section: string;
  text: string;
}

/** One chapter of the rules. */
export interface Chapter {
  id: string;
  title: string;
  paragraphs: Paragraph[];
}

/** The rules in one language. */
export interface Rules {
  lang: string;
  title: string;
  intro: string[];
  chapters: Chapter[];
}

/** Come in: the first message. Without a token one watches; `since` is the last version seen. */
export interface Hello {
  t: "hello";
  token?: string | null;
  game?: number;
  since?: number;
}

/** Make a move for a version; the same id is never made twice. */
export interface Move {
  t: "move";
  v: number;
  id: string;
  move: string;
}

/** Take the tile back that is still held. */
export interface TakeBack {
  t: "take_back";
  id: string;
}

/** Count to three for the last one who has not chosen. */
export interface CountDown {
  t: "count";
  id: string;
}

/** Start the game: all seats are taken. */
export interface Start {
  t: "start";
  id: string;
}

/** Leave one's seat for good; in mid-game a bot may play on until somebody takes it. */
export interface Rise {
  t: "rise";
  id: string;
  bot?: string | null;
}

/** Change to another seat between games; if a person sits there, when both have asked. */
export interface Swap {
  t: "swap";
  id: string;
  /** Null: no longer. */
  seat?: number | null;
}

/** Put a bot on a free seat, or send it away with null, before the game. */
export interface SeatBot {
  t: "bot";
  id: string;
  seat: number;
  bot?: string | null;
}

/** Let a bot play for one's own seat, or for one whose player has been away too long. */
export interface StandIn {
  t: "stand_in";
  id: string;
  seat: number;
  bot?: string | null;
}

/** Take one's seat back from the bot. */
export interface Return {
  t: "return";
  id: string;
}

/** Say whether one would play again. */
export interface Rematch {
  t: "rematch";
  id: string;
  yes?: boolean;
}

/** Say something, or show an emote; to partners alone where the table allows it. */
export interface Chat {
  t: "chat";
  id: string;
  text: string;
  emote?: boolean;
  team?: boolean;
}

/** Hear nothing more from a seat, or hear it again. */
export interface Mute {
  t: "mute";
  id: string;
  seat: number;
  on?: boolean;
}

/** Have the table drawn as text, for those who have no board of their own. */
export interface Draw {
  t: "draw";
  id: string;
  /** Or plain letters only. */
  glyphs?: boolean;
}

/** Ask what a good player would think of one's moves; at tables with coaching (assist 3). */
export interface Hint {
  t: "hint";
  id: string;
}

/** Ask what a move would newly open for the next player; at tables with coaching (assist 3). */
export interface Gift {
  t: "gift";
  id: string;
  move: string;
}

/** Ask whether the server is there. */
export interface Ping {
  t: "ping";
}

/** The table round the game. */
export interface TableState {
  code: string;
  phase: "waiting" | "playing" | "over";
  agreed: Required<Agreed>;
  seats: SeatState[];
  game: number;
  watchers: number;
  /** With clocks: how long this turn has lasted. */
  turn_ms?: number | null;
  /** The clock stands: whoever must move is away. */
  stands?: boolean;
}

/** The game as one seat may know it; `legal` only for a seat that must act. */
export interface Now {
  game: number;
  v: number;
  view: Record<string, unknown>;
  waiting: number[];
  legal?: string[] | null;
  /** One's own sealed choice. */
  mine?: string | null;
  /** What the clocks showed when the turn began. */
  left_ms?: number[] | null;
  /** How long this turn has lasted. */
  turn_ms?: number | null;
  /** The clock stands: whoever must move is away. */
  stands?: boolean;
  result?: Record<string, unknown> | null;
  /** What moves would bring; with `legal`, from assist 2 on. */
  preview?: Record<string, unknown> | null;
  /** Once over: the game's name for good. */
  replay?: string | null;
}

/** Somebody said something. */
export interface Said {
  t: "said";
  /** Lines count from 1, those for a team by themselves. */
  n: number;
  seat: number;
  text: string;
  emote?: boolean;
  /** Who sat there when it was said. */
  name?: string;
  team?: boolean;
  id?: string | null;
}

/** All that one needs at the beginning: `events` are those after `since`. */
export interface Welcome {
  t: "welcome";
  table: TableState;
  since: number;
  seat?: number | null;
  events?: Record<string, unknown>[];
  now?: Now | null;
  chat?: Said[];
  muted?: number[];
}

/** Something about the table has changed. */
export interface Seats {
  t: "table";
  table: TableState;
}

/** One has another seat now; null: one watches. */
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
  /** To the seat that moved: it is written down for good. */
  id?: string | null;
}

/** A choice was sealed; what was chosen only its own seat is told. */
export interface Chosen {
  t: "chosen";
  v: number;
  seat: number;
  waiting: number[];
  mine?: string | null;
  id?: string | null;
}

/**
 * A move was made that can still be taken back: `events` have no version yet. Its player who is to
 * move again may do so at once, for version `v + len(events)`: then the held move stands.
 */
export interface Held {
  t: "held";
  v: number;
  seat: number;
  events: Record<string, unknown>[];
  view: Record<string, unknown>;
  ms: number;
  /** To its player, if it is their turn again. */
  legal?: string[] | null;
  id?: string | null;
}

/** The held move was taken back: all is as it was before. */
export interface TakenBack {
  t: "taken_back";
  seat: number;
  now: Now;
  id?: string | null;
}

/** The others count; when the time is up the table moves for these seats. */
export interface Counting {
  t: "counting";
  seats: number[];
  ms: number;
  id?: string | null;
}

/** A request that has no news of its own was written down. */
export interface Done {
  t: "done";
  id: string;
}

/** A request was refused: why, by which rule, and how things stand. */
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
}

/** What a good player thinks of the moves at version `v`, the best first. */
export interface Hinted {
  t: "hinted";
  id: string;
  v: number;
  moves: Judged[];
}

/** The best that a move would newly open for the next player, as this seat can know. */
export interface Gifted {
  t: "gifted";
  id: string;
  v: number;
  move: string;
  /** As the game tells it; nothing where nothing is opened. */
  gift?: Record<string, unknown> | null;
}

/** The table as text: lines of pieces, each a text and its ink. */
export interface Drawn {
  t: "drawn";
  lines: [string, string][][];
  id: string;
}

/** The server is there. */
export interface Pong {
  t: "pong";
}

export type Request =
  | Hello
  | Move
  | TakeBack
  | CountDown
  | Start
  | Rise
  | Swap
  | SeatBot
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
