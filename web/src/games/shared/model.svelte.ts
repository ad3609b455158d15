/** The page's state in any game, derived from the props of the table page; each game extends it. */
import { screen } from '../../kit/screen.svelte';
import type { SeatState } from '../../wire/messages';
import type { GameEvent, PlayProps } from '../contract';
import { called, namesOf } from './speak';

export abstract class GameModel<View extends { seats: number }> {
  /** The game's name: the keys of its words begin with it. */
  protected abstract readonly game: string;
  readonly props: PlayProps;
  /** The element that holds the game, once it is on the page. */
  root = $state.raw<HTMLElement>();
  /** What lies on the table, including a move that can still be taken back. */
  readonly view: View = $derived.by(() => {
    const { held, now } = this.props;
    if (!held) return now.view as unknown as View;
    // The draw is still to come, but it is the next one's turn already.
    const [next = null] = held.waiting ?? [];
    const turn = 'turn' in held.view && next !== null ? { turn: next } : {};
    return { ...held.view, ...turn } as unknown as View;
  });
  /** All events, including those of a move that can still be taken back. */
  readonly events: GameEvent[] = $derived.by(() => [
    ...this.props.events,
    ...((this.props.held?.events ?? []) as GameEvent[]),
  ]);
  /** One's own seat; null for spectators. */
  readonly seat: number | null = $derived.by(() => this.props.seat);
  readonly seats: SeatState[] = $derived.by(() => this.props.table.seats);
  readonly names: string[] = $derived.by(() => namesOf(this.seats));
  /** The names, with "You" for one's own. */
  readonly called: string[] = $derived.by(() => called(this.game, this.names, this.seat));
  readonly assist: number = $derived.by(() => this.props.table.agreed.assist ?? 2);
  /** Whether one has a seat in a game that is going on. */
  readonly playing: boolean = $derived.by(() => this.seat !== null && !this.props.still);
  /** One's own move that can still be taken back. */
  readonly held: PlayProps['held'] = $derived.by(() => {
    const { held } = this.props;
    return held && held.seat === this.seat ? held : null;
  });
  /** One's own turn, and nothing is on its way to the server. */
  readonly mine: boolean = $derived.by(() => {
    const { busy, now } = this.props;
    return this.playing && !busy && now.waiting.includes(this.seat ?? -1);
  });
  /** Whether this is a phone that lies on its side, and one plays on it. */
  readonly turned: boolean = $derived.by(() => screen.turned && this.going);
  /** The seat at the near side of the table: one's own; for spectators the one in the props. */
  readonly near: number = $derived.by(() => this.seat ?? this.props.near ?? 0);
  /** Whether one has played here: the rack or hand keeps its space when the game is over. */
  played = $state(false);
  /** Whether this is a table, and not a picture of one in a replay or at the end. */
  readonly going: boolean = $derived.by(() => !this.props.still || this.played);
  /** The move that the coach advises. */
  hinted = $state<string | null>(null);

  constructor(props: PlayProps) {
    this.props = props;
  }

  /** Return a seat's place clockwise from the near side. */
  placeOf = (seat: number): number => (seat - this.near + this.view.seats) % this.view.seats;

  /** Have screen readers say a text. */
  announce(text: string): void {
    this.props.actions.announce(text);
  }

  sound(name: string): void {
    this.props.actions.sound(name);
  }

  takeBack(): void {
    if (this.held) this.props.actions.takeBack();
  }

  /** Make a held move final by going on: one's own, or the one before one's turn. */
  letStand(): void {
    if (this.props.held && (this.held || this.mine)) this.props.actions.settle();
  }
}
