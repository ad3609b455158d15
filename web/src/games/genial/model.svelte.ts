/** The page's state in the board game: board, legal moves, hand, and what a player can do. */
import { tick } from 'svelte';
import { t } from '../../kit/i18n.svelte';
import type { GameEvent } from '../contract';
import { GameModel } from '../shared/model.svelte';
import { MoveAnimation } from './board/animation.svelte';
import { forecast } from './board/forecast';
import type { Forecast } from './board/forecast';
import { among, geometry } from './board/geometry';
import type { Geometry } from './board/geometry';
import { Gifts } from './notice/gifts.svelte';
import { Hand } from './rack/hand.svelte';
import { Legal, spotOf } from './board/moves';
import type { Spot } from './board/moves';
import { scoresOf } from './score/scores';
import { placedText } from './speak';
import { Zoom } from './board/zoom.svelte';
import type { BoardView, Colour, Preview, Scores } from './view';

const SWAP_RULES = { weakest: 'A12', nines: 'D3', solo: 'B1' };

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

export class GenialModel extends GameModel<BoardView> {
  protected readonly game = 'genial';
  readonly hand = new Hand(this);
  readonly animation = new MoveAnimation(this);
  readonly zoom = new Zoom((by) => this.hand.turn(by));
  readonly gifts = new Gifts(this);
  /** The field to type a move, once it is on the page. */
  field = $state.raw<HTMLInputElement | null>(null);
  /** The cell at a point of the screen, once the board is on the page. */
  cellAt: (x: number, y: number) => string | null = () => null;
  readonly board: Geometry = $derived.by(() => geometry(this.view.side));
  readonly legal: Legal = $derived.by(
    () => new Legal(this.mine ? (this.props.now.legal ?? []) : [], this.board),
  );
  readonly preview: Preview | null = $derived.by(() =>
    this.mine && this.assist >= 2 ? ((this.props.now.preview ?? null) as Preview | null) : null,
  );
  readonly laid: Laid[] = $derived.by(() => placements(this.events));
  /** Where one's own tile lies that can still be taken back. */
  readonly heldSpot: Spot | null = $derived.by(() => {
    const [laid] = placements((this.held?.events ?? []) as GameEvent[]);
    return laid ? spotOf([laid.tile, ...laid.cells].join(' '), this.board) : null;
  });
  readonly last: Laid | null = $derived.by(() => this.laid.at(-1) ?? null);
  /** The move that is marked on the board: one that is looked at again, or else the last. */
  readonly marked: Laid | null = $derived.by(() => {
    const looked = this.props.looked?.event as unknown;
    return this.laid.find((laid) => laid === looked) ?? this.last;
  });
  /** One's own markers; spectators see those of the first seat. */
  readonly scores: Scores = $derived.by(() => scoresOf(this.view, this.seat ?? 0));
  readonly dead: ReadonlySet<string> = $derived.by(() => among(this.view.dead));
  readonly printed: ReadonlySet<string> = $derived.by(() => among(this.view.printed));
  /** In the duel, for each colour that is held: whether by the near seat. */
  readonly marks: Partial<Record<Colour, boolean>> = $derived.by(() =>
    Object.fromEntries(
      Object.entries(this.view.marks).map(([colour, seat]) => [colour, seat === this.near]),
    ),
  );
  /** How many cells are free. */
  readonly free: number = $derived.by(
    () => this.board.cells.length - Object.keys(this.view.cells).length,
  );

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

  /** A choice that one's own move has left: only if another program made the move. */
  readonly choosing: boolean = $derived.by(() => {
    const { busy } = this.props;
    return !busy && (this.legal.exchange || (this.held?.legal?.includes('exchange') ?? false));
  });

  /** Whether one may exchange after the pinned move; without a preview the server says so. */
  readonly exchanges: boolean = $derived.by(() => {
    if (!this.mine || !this.hand.pinned || this.view.seats < 2) return false;
    return this.hand.forecast?.exchange ?? this.assist < 2;
  });

  /** Send the tile where it is pinned, with what is decided about an exchange. */
  send(then: 'exchange' | 'draw' = 'draw'): void {
    const move = this.hand.take();
    if (!move) return;
    const inside = this.root?.contains(document.activeElement);
    this.zoom.fit();
    this.props.actions.move(move, then);
    // The button that was pressed goes away; keys must go on working.
    if (inside) void tick().then(() => this.focus(this.hand.cursor));
  }

  /** Give a cell the focus. */
  focus(cell: string): void {
    const button = this.root?.querySelector<HTMLElement>(`[data-cell="${cell}"]`) ?? null;
    button?.focus({ preventScroll: true });
    this.zoom.show(button);
  }

  answer(move: 'exchange' | 'draw'): void {
    if (this.choosing) this.props.actions.move(move);
  }

  async hint(): Promise<void> {
    if (this.assist < 3 || !this.mine) return this.announce(t('genial.noHint'));
    const [best] = await this.props.actions.hint();
    const spot = best && spotOf(best.move, this.board);
    if (spot && this.mine) this.hand.put(spot);
  }

  /** Place and exchange if that is possible, or say when it is. */
  swap(): void {
    if (this.choosing) return this.answer('exchange');
    if (this.exchanges) return this.send('exchange');
    const key = this.view.track.shared ? 'nines' : this.view.seats === 1 ? 'solo' : 'weakest';
    const text = t(`genial.swapRule.${key}`);
    this.animation.tell({ kind: 'plain', strong: t('genial.swap'), text, rule: SWAP_RULES[key] });
    this.announce(text);
  }

  /** Tell somebody who chose a cell with no tile in the hand what comes first; say its name too. */
  empty(name = ''): void {
    this.letStand();
    const asked = this.mine && !this.view.offer && !this.props.still;
    const strong = asked ? t('genial.notice.tileFirst') : '';
    if (asked) this.animation.tell({ kind: 'plain', strong, text: '' });
    if (name || strong) this.announce(`${name} ${strong}`.trim());
  }

  replayLast(): void {
    this.replay(this.last);
  }

  /** Show the last move of a seat again. */
  replayOf(seat: number): void {
    this.replay(this.laid.findLast((laid) => laid.seat === seat) ?? null);
  }

  private replay(laid: Laid | null): void {
    if (!laid) return;
    this.animation.show(laid, true);
    this.hand.cursor = laid.cells[0];
    this.announce(placedText(laid, this.names, this.seat));
  }

  /** Mark and say a move of the list; the last one is shown as it came. */
  lookAgain(): void {
    if (!this.marked) return;
    if (this.marked === this.last) this.replayLast();
    else this.announce(placedText(this.marked, this.names, this.seat));
  }
}
