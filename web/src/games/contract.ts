/** What the page of every game provides, and what it receives. It draws and never decides. */
import type { Component, Snippet } from 'svelte';

import type { Values } from '../kit/i18n.svelte';
import type { Colour } from '../kit/shapes';
import type { Shape } from '../share/drawing';
/** The wire's own types are generated from the server's messages. */
import type { Agreed, Held, MoveRisk, Now, TableState } from '../wire/messages';

/** Something that happened, as this seat may know it (docs/records.md). */
export type GameEvent = { event: string; seat?: number } & Record<string, unknown>;

export interface Hint {
  move: string;
  worth: number;
  reasons?: Why[];
}

/**
 * Something that is worth a word at the table: a great move of some seats, a mishap of one, or a
 * wonder that is nobody's.
 */
export interface Remark {
  what: 'great' | 'mishap' | 'wonder';
  seats: readonly number[];
}

/** A reason for a move as the game's rules give it: its name, and the facts in it. */
export type Why = Record<string, unknown> & { why?: string };
/** What a mistake overlooked as the game's rules give it: its name, and the facts in it. */
export type Slip = Record<string, unknown> & { slip?: string };

/** What one may do; each is sent to the server, which decides. */
export interface Actions {
  /** Make one of the moves of `now.legal`. */
  move(move: string, then?: string): void;
  /** Take back the move that is still held. */
  takeBack(): void;
  /** Let a move that is held stand: one goes on. */
  settle(): void;
  /** Count to three for those who have not chosen. */
  count(): void;
  /** Ask the coach; empty unless the table's assist level is 3. */
  hint(): Promise<Hint[]>;
  /**
   * Ask the coach what a legal move would newly open for the next player, as the game tells it;
   * null where nothing is, undefined where the coach does not say.
   */
  gift(move: string): Promise<Record<string, unknown> | null | undefined>;
  /** Show an emote to everybody at the table; missing where nobody listens. */
  emote?(name: string): void;
  /** Open a field to write in; missing where nobody may write now. */
  write?(): void;
  /** Have something read out by the polite (or assertive) live region. */
  announce(text: string, urgent?: boolean): void;
  /** Play a sound by its name, if sounds are on. */
  sound(name: string): void;
}

/** All that the table page of a game receives; `seat` is null for spectators. */
export interface PlayProps {
  table: TableState;
  now: Now;
  seat: number | null;
  /** The seat at the near side for spectators; the first one by default. */
  near?: number | null;
  /**
   * A move (one's own or another's) that can still be taken back, with when its time ends. `now`
   * says already who comes next and what they may do; only its view is that before the move.
   */
  held: (Held & { until: number }) | null;
  /** The seats for which the others count down, and when that ends (performance.now()). */
  counting: { seats: number[]; until: number } | null;
  /** The events since the last thing this page has seen, for animation and the last-move mark. */
  recent: GameEvent[];
  /** How many milliseconds a seat has left, or null without clocks; it runs. */
  left?: (seat: number) => number | null;
  /** All events of the game so far. */
  events: GameEvent[];
  /** A past event that is looked at again, if the list of moves has chosen one. */
  looked?: { event: GameEvent } | null;
  /** A move that would have been better here, as its event: drawn where it would lie. */
  better?: GameEvent | null;
  /** What the last move scored stays drawn: its picture explains it. */
  lasting?: boolean;
  /** A move is on its way to the server. */
  busy: boolean;
  /** It waits here until the connection to the server is back. */
  unsent?: boolean;
  /** What the button says that makes a move, where it only tries one: "That's it". */
  confirm?: string;
  /** Whether this is a phone: its own design, not a shrunk desktop. */
  phone: boolean;
  /** A lesson is being read beside the table: what would go on by itself waits until it is over. */
  taught?: boolean;
  /** A replay or the end: nothing can be done, everything can be looked at. */
  still: boolean;
  actions: Actions;
}

/**
 * A variant on the home page; `order` places it among all games' cards (10, 20, …). Above 60 it has
 * no card of its own there: it is offered beside the game's other variants.
 */
export interface Card {
  variant: string;
  title: string;
  blurb: string;
  minutes: number;
  order?: number;
}

/**
 * What the home page needs of a game: the default export of its `home.ts`, kept apart from its
 * `index.ts` so that the first visit loads pictures and titles, and no game. `...home` fills
 * these two fields of the page itself.
 */
export interface GameHome {
  cards: Card[];
  Art: Component<{ variant: string }>;
}

/** One step of somebody's first game: what it says, and the thing that it speaks of. */
export interface LessonStep {
  /** The key of its one or two sentences, and the values in them. */
  says: string;
  values?: Values;
  /**
   * What it says instead, and points at, while something (a selector) is not on the page yet; the
   * first counts.
   */
  until?: { sight: string; says: string; at?: string[] }[];
  /** Names of things (`data-lesson`): the first one on the page gets a ring round it. */
  at: string[];
  /**
   * It is done as soon as this comes onto the page (a selector; `data-which` tells what it shows,
   * where the same element may show one thing after another), …
   */
  sight?: string;
  /** … or as soon as one's own seat has made an event of this kind; else with *Next* alone, … */
  deed?: string;
  /** … or with the next event of one of these kinds: whoever plays on has read it. */
  passes?: string | string[];
}

/** The steps for a table, at most six: what it has agreed on decides which. */
export type Lesson = (agreed: Agreed) => LessonStep[];

/** What a picture of "How to play" receives: its words, by their keys without `<game>.howto.`. */
export interface PictureProps {
  say: (key: string) => string;
}

/**
 * One panel of "How to play". Its words are `<game>.howto.<id>.title` and `.text`; a picture that is
 * described as a whole has its sentence at `.picture`, others describe their parts themselves.
 */
export interface HowToPanel {
  id: string;
  /** Its drawing; one without words needs no props. */
  Picture: Component<PictureProps> | Component<Record<string, never>>;
  /** It takes the whole width. */
  wide?: boolean;
  /** It is about another variant than the first one, and comes after the panels of that. */
  variant?: string;
}

/** How to play a game: the default export of its `howto.ts`; its words are in `howto/words/`. */
export interface HowTo {
  panels: HowToPanel[];
  /** How many sit at the table of the lesson, where two would not show the game. */
  seats?: number;
}

/** What the result of a game is drawn from. */
export interface VerdictProps {
  result: Record<string, unknown>;
  table: TableState;
  events: GameEvent[];
  /** The last view of the game. */
  view: Record<string, unknown>;
  /** One's own seat; null for spectators and in a replay. */
  seat?: number | null;
}

/** A frame of a finished game, for a curve: what had happened since the one before, and the views. */
export interface CurvePoint {
  events: GameEvent[];
  before: Record<string, unknown> | null;
  view: Record<string, unknown>;
}

/** Another graph of a finished game beside that of `measure`; a switch chooses between them. */
export interface Curve {
  /** The word for what it shows, and a short one for the switch. */
  title: string;
  short: string;
  /** Its numbers at a frame, per seat or team. */
  measure(point: CurvePoint): number[];
  /** What to mark on it at a frame. */
  marks?(point: CurvePoint): { seat: number; colour: string }[];
  /** The word for what is marked. */
  marked?: string;
}

/** A cell of a finished board in axial coordinates, `r` growing downwards, and what lies on it. */
export interface ThumbnailCell {
  q: number;
  r: number;
  colour: Colour;
}

/** One side's number in a result, and the colours that it comes from, the weakest first. */
export interface TallySide {
  seats: number[];
  value: number;
  rungs?: readonly { colour: Colour; value: number }[];
}

/** The numbers that decided a game, side by side; they roll up when it is over. */
export interface Tally {
  /** The key of what they count ("weakest colour"). */
  label: string;
  sides: TallySide[];
  /** What all of them had before: the numbers were compared after a tie. */
  tie?: number;
  /** Those who played together have lost: nothing is celebrated. */
  lost?: boolean;
}

/** What is left on the table, as a picture to share: shapes round 0,0, and how large they are. */
export interface Mosaic {
  width: number;
  height: number;
  shapes: Shape[];
}

/** What a game shows on a television: a spectator's view alone. */
export interface TvProps {
  table: TableState;
  now: Now;
  events: GameEvent[];
  /** A move that can still be taken back; it lies on the table already. */
  held: (Held & { until: number }) | null;
  counting: PlayProps['counting'];
  recent: GameEvent[];
  left?: (seat: number) => number | null;
  /** The panel with the code to join. */
  join: Snippet;
}

/** One folder in `games/`: its `index.ts` has one of these as its default export. */
export interface GamePage {
  name: string;
  /** The middle of the table and the score panels beside it; the shell draws bar, log and chat. */
  Play: Component<PlayProps>;
  /** One line of the move list. */
  MoveLine: Component<{ event: GameEvent; names: string[] }>;
  /** The picture on the home page's card of a variant. */
  Art: Component<{ variant: string }>;
  /**
   * The result as panels: ladder, points, what decided; shown beside the still table, below a
   * panel with the headline.
   */
  Verdict: Component<VerdictProps>;
  /** The headline of the end and the sentence below it; if left out, they are made from the ranks. */
  headline?(
    result: Record<string, unknown>,
    table: TableState,
    seat: number | null,
    view: Record<string, unknown>,
  ): { title: string; reason: string };
  /** The numbers that decided; without them the result comes without a roll. */
  tally?(result: Record<string, unknown>, view: Record<string, unknown>): Tally;
  /** The picture of a finished game, to share. */
  mosaic?(
    view: Record<string, unknown>,
    events: readonly GameEvent[],
    result: Record<string, unknown>,
  ): Mosaic;
  /** Whether everybody chooses on a phone of their own: a television asks for those. */
  onPhones?: boolean;
  /** Loads what a television shows of the game. */
  tv?(): Promise<{ default: Component<TvProps> }>;
  /** The variants offered on the home page, in order, each with the keys of its words. */
  cards: Card[];
  /**
   * An event in one sentence, for the live region and the log; null where it needs none. `events`
   * are those that led to the view, where they are known.
   */
  say(
    event: GameEvent,
    names: string[],
    view: Record<string, unknown>,
    events?: readonly GameEvent[],
  ): string | null;
  /**
   * What was remarkable in a game so far, in order, from its events alone; bots react to it. If left
   * out: the moves that brought more points than all before them.
   */
  remarks?(events: readonly GameEvent[]): Remark[];
  /** Whether an event is read out at once, before all that waits to be read out. */
  urgent?(event: GameEvent): boolean;
  /** Whose number goes into the graph of the end screen, per seat or team, for one view. */
  measure(view: Record<string, unknown>): number[];
  /**
   * What an event gained, symbol by symbol, where that is not all of its points: points that a
   * track cannot take are lost. The views are those before and after it.
   */
  gained?(
    event: GameEvent,
    before: Record<string, unknown>,
    after: Record<string, unknown>,
  ): number[] | undefined;
  /** A seat's points by colour, in the order of the kit's colours, where the game has them. */
  colours?(view: Record<string, unknown>, seat: number): number[];
  /** The tiles of a finished board, for its picture in lists, where the game has a board. */
  thumbnail?(view: Record<string, unknown>): ThumbnailCell[];
  /** The word for what the graph shows ("Weakest colour, move by move"); a plain one if left out. */
  graph?: string;
  /** A short one for the switch, where there are more curves; and those. */
  graphShort?: string;
  curves?: Curve[];
  /** A reason for a move in one sentence; null: the game has no words for it. */
  reason?(why: Why, names: string[], view: Record<string, unknown>): string | null;
  /**
   * How much more often the best of some hints wins than the next idea, in one sentence; null where
   * that is too little to be said.
   */
  ahead?(hints: readonly Hint[], view: Record<string, unknown>): string | null;
  /** What a mistake overlooked in one sentence ("Forgot the weakest colour: …"). */
  slipped?(slip: Slip, names: string[]): string;
  /** What a move risked, in words, where chance could have taken something ("38% to lose 5"). */
  risked?(risk: MoveRisk): string;
  /** What to mark on the graph and the slider between two views: a colour that reached its end. */
  marks?(
    before: Record<string, unknown>,
    after: Record<string, unknown>,
  ): { seat: number; colour: string }[];
  /** The word for what is marked. */
  marked?: string;
  /** Short facts for the top bar beside the game's name, such as the round; empty if none. */
  tags?(view: Record<string, unknown>): string[];
  /** What the pill in the top bar says now; null: the shell's own words (your turn, …). */
  turn?(now: Now, seat: number | null, names: string[]): string | null;
  /** The same in a word or two for phones; null: the shell's own at one's turn, else the same. */
  shortTurn?(now: Now, seat: number | null): string | null;
  /** What the pill says beside that while no clock runs: how much is left ("48 left"). */
  remaining?(now: Now): string | null;
  /** Whether something is still being shown: what is asked for next is called out afterwards. */
  showing?(): boolean;
  /** Whether an event comes after what is being shown: it is read out when that is over. */
  afterwards?(event: GameEvent): boolean;
  /**
   * The game's own panels stand beside its table, so moves, chat and rules come over them from a
   * button of the top bar, instead of standing beside the table all the time.
   */
  drawer?: boolean;
  /** Loads what a first game shows; it is fetched only when somebody is offered it. */
  lesson?(): Promise<{ default: Lesson }>;
  /**
   * Which of its lessons a table has, where some have an aim of their own: each is offered once.
   * It stands in `lessons.ts` with the list of all, for it must be known before one is loaded.
   */
  lessonOf?(agreed: Agreed): string;
  /** Keys of this game for the help page: key and the word for what it does. */
  keys: { key: string; does: string }[];
}
