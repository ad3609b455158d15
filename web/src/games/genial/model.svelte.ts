/** The page's state in this game, derived from what the shell hands over. */
import type { GameEvent, PlayProps } from '../contract';
import type { MoveAnimation } from './animation.svelte';
import { forecast } from './forecast';
import type { Forecast } from './forecast';
import { among, geometry } from './geometry';
import type { Geometry } from './geometry';
import type { Gifts } from './gifts.svelte';
import type { Hand } from './hand.svelte';
import { Legal, spotOf } from './moves';
import type { Spot } from './moves';
import { scoresOf } from './scores';
import type { Zoom } from './zoom.svelte';
import type { BoardView, Preview, Scores } from './view';

/** A tile as it was laid. */
export interface Laid {
  seat: number;
  tile: string;
  cells: [string, string];
  points: [number, number];
}

/** Why no tile can lie on a cell; each is a key of the app's words. */
export type Why = 'taken' | 'outside' | 'first' | 'noPair' | 'wait';

/** Return the placements among events. */
export function placements(events: readonly GameEvent[]): Laid[] {
  return events.filter((event) => event.event === 'place') as unknown as Laid[];
}

export class GenialModel {
  readonly props: PlayProps;
  readonly view: BoardView = $derived.by(
    () => (this.props.held?.view ?? this.props.now.view) as unknown as BoardView,
  );
  readonly board: Geometry = $derived.by(() => geometry(this.view.side));
  readonly seat: number | null = $derived.by(() => this.props.seat);
  readonly assist: number = $derived.by(() => this.props.table.agreed.assist ?? 2);
  /** One's own turn, and nothing is on its way. */
  readonly mine: boolean = $derived.by(() => {
    const { still, seat, now, held, busy } = this.props;
    return !still && !held && !busy && seat !== null && now.waiting.includes(seat);
  });
  readonly legal: Legal = $derived.by(
    () => new Legal(this.mine ? (this.props.now.legal ?? []) : [], this.board),
  );
  readonly preview: Preview | null = $derived.by(() =>
    this.mine && this.assist >= 2 ? ((this.props.now.preview ?? null) as Preview | null) : null,
  );
  readonly laid: Laid[] = $derived.by(() => [
    ...placements(this.props.events),
    ...placements((this.props.held?.events ?? []) as GameEvent[]),
  ]);
  /** Where one's own tile lies that can still be taken back. */
  readonly heldSpot: Spot | null = $derived.by(() => {
    const { held, seat } = this.props;
    if (!held || held.seat !== seat) return null;
    const [laid] = placements(held.events as GameEvent[]);
    return laid ? spotOf([laid.tile, ...laid.cells].join(' '), this.board) : null;
  });
  readonly last: Laid | null = $derived.by(() => this.laid.at(-1) ?? null);
  /** The move that is marked on the board: one that is looked at again, or else the last. */
  readonly marked: Laid | null = $derived.by(() => {
    const looked = this.props.looked?.event as unknown;
    return this.laid.find((laid) => laid === looked) ?? this.last;
  });
  readonly names: string[] = $derived.by(() =>
    this.props.table.seats.map((seat, n) => seat.name ?? String(n + 1)),
  );
  /** One's own markers; those who watch see the first seat's. */
  readonly scores: Scores = $derived.by(() => scoresOf(this.view, this.seat ?? 0));
  readonly dead: ReadonlySet<string> = $derived.by(() => among(this.view.dead));
  readonly printed: ReadonlySet<string> = $derived.by(() => among(this.view.printed));
  /** How many cells are free. */
  readonly free: number = $derived.by(
    () => this.board.cells.length - Object.keys(this.view.cells).length,
  );

  constructor(props: PlayProps) {
    this.props = props;
  }

  isFree(cell: string | null): boolean {
    return cell !== null && this.board.at.has(cell) && !this.view.cells[cell];
  }

  /** Whether a tile could lie there: looked up when it is one's turn, else two free cells. */
  fits(spot: Spot): boolean {
    if (this.mine) return this.legal.find(spot) !== null;
    return this.isFree(spot.cell) && this.isFree(this.board.next(spot.cell, spot.heading));
  }

  /** Return what a spot would bring, if it is one's turn and the table allows to know. */
  forecast(spot: Spot | null): Forecast | null {
    if (!spot || !this.preview || this.seat === null || !this.legal.find(spot)) return null;
    return forecast(spot, this.preview, this.view, this.board, this.seat);
  }

  /** Return why no tile can lie on a cell, or null if one can. */
  why(cell: string): Why | null {
    if (!this.board.at.has(cell)) return 'outside';
    if (this.view.cells[cell]) return 'taken';
    if (this.dead.has(cell)) return 'noPair';
    if (this.mine && !this.legal.open(cell))
      return this.view.first[this.seat ?? 0] ? 'first' : 'noPair';
    return null;
  }

  /** The placements of others since one's own last one, the newest last; or the one looked at. */
  readonly fresh: Laid[] = $derived.by(() => {
    if (this.marked && this.marked !== this.last) return [this.marked];
    const own = this.laid.findLastIndex((laid) => laid.seat === this.seat);
    return this.seat === null ? this.laid.slice(-1) : this.laid.slice(own + 1);
  });
}

const nothing = (): void => undefined;

/** What the parts of the page share: the model, the hand, what is shown, and what one may do. */
export class GameContext {
  place: () => void = nothing;
  empty: () => void = nothing;
  swap: () => void = nothing;
  hint: () => void = nothing;
  replayLast: () => void = nothing;
  answer: (move: 'exchange' | 'draw') => void = nothing;

  constructor(
    readonly model: GenialModel,
    readonly hand: Hand,
    readonly animation: MoveAnimation,
    readonly zoom: Zoom,
    readonly gifts: Gifts,
  ) {}
}
