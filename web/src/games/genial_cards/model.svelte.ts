/** The page's state in this game: the card one has picked, and what it would bring. */
import type { GameEvent, PlayProps } from '../contract';
import { seen, type Brings, type Played, type View } from './view';

export class GenialCardsModel {
  /** What lies there, a card that can still be taken back included. */
  readonly view: View = $derived.by(() => seen(this.given().held?.view ?? this.given().now.view));
  readonly seat: number | null = $derived.by(() => this.given().seat);
  readonly assist: number = $derived.by(() => this.given().table.agreed.assist);
  readonly names: string[] = $derived.by(() =>
    this.given().table.seats.map(({ name }) => name ?? ''),
  );
  readonly legal: string[] = $derived.by(() => {
    const { still, held, busy, now } = this.given();
    return still || held || busy ? [] : (now.legal ?? []);
  });
  /** One must play a card now. */
  readonly mine: boolean = $derived(this.legal.some((move) => /^[a-z]{2}( |$)/.test(move)));
  /** One may have a new hand now. */
  readonly offered: boolean = $derived(this.legal.includes('renew'));
  private readonly handKey: string = $derived(this.view.hand.join());
  /** The picked card's place in hand; gone as soon as the hand is another. */
  readonly picked: number | null = $derived.by(() =>
    this.pick_ && this.pick_.hand === this.handKey ? this.pick_.at : null,
  );
  readonly card: string | null = $derived.by(() =>
    this.picked === null ? null : (this.view.hand[this.picked] ?? null),
  );
  /** The picked card while it can be played: others' doings are shown until then. */
  readonly ready: string | null = $derived.by(() => (this.mine ? this.card : null));
  /** The moves of the picked card: two where the order of scoring matters. */
  readonly moves: string[] = $derived.by(() => this.movesOf(this.card));
  readonly move: string | null = $derived.by(() => this.moves[this.way] ?? this.moves[0] ?? null);
  readonly brings: Brings | null = $derived.by(() => this.bringsOf(this.move));
  readonly events: GameEvent[] = $derived.by(() => [
    ...this.given().events,
    ...((this.given().held?.events ?? []) as GameEvent[]),
  ]);
  /** The last card that was played in this round. */
  readonly last: Played | null = $derived.by(() => {
    const from = this.events.findLastIndex(({ event }) => event === 'round');
    const play = this.events.slice(from + 1).findLast(({ event }) => event === 'play');
    return (play ?? null) as Played | null;
  });
  /** The seat at the near side of the table. */
  readonly near: number = $derived(this.seat ?? 0);
  way = $state(0);
  hinted = $state<string | null>(null);
  private pick_ = $state.raw<{ hand: string; at: number } | null>(null);

  constructor(private readonly given: () => PlayProps) {}

  /** A seat's place clockwise from the near side. */
  place = (seat: number): number => (seat - this.near + this.view.seats) % this.view.seats;

  movesOf(card: string | null): string[] {
    return card ? this.legal.filter((move) => move.split(' ')[0] === card) : [];
  }

  /** What a move would bring, where the table lets one know. */
  bringsOf(move: string | null): Brings | null {
    const preview = this.given().now.preview as { moves?: Record<string, Brings> } | null;
    if (!move || this.assist < 2) return null;
    return preview?.moves?.[move] ?? null;
  }

  pick(at: number | null): void {
    if (this.given().still || this.offered || at === this.picked) return;
    this.way = 0;
    this.pick_ = at === null || !this.view.hand[at] ? null : { hand: this.handKey, at };
    if (this.pick_) this.given().actions.sound('pick');
  }

  /** Play the picked card, in the order that is picked. */
  play(): void {
    if (!this.move) return;
    this.given().actions.sound('place');
    this.given().actions.move(this.move);
  }

  renew(yes: boolean): void {
    if (this.offered) this.given().actions.move(yes ? 'renew' : 'draw');
  }
}
