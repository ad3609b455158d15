/** The page's state in this game: the card one has picked, and what it would bring. */
import { t } from '../../kit/i18n.svelte';
import { GameModel } from '../shared/model.svelte';
import type Hand from './cards/Hand.svelte';
import { card, forecast } from './speak';
import { weakest, type Brings, type Chips, type Played, type View } from './view';

export class GenialCardsModel extends GameModel<View> {
  protected readonly game = 'genial_cards';
  readonly legal: string[] = $derived.by(() => {
    const { still, busy, now } = this.props;
    return still || busy ? [] : (now.legal ?? []);
  });
  /** One must play a card now. */
  override readonly mine: boolean = $derived(
    this.legal.some((move) => /^[a-z]{2}( |$)/.test(move)),
  );
  /** A new hand that one's own card has left open: only if another program played it. */
  readonly offered: boolean = $derived.by(
    () =>
      this.legal.includes('renew') ||
      (!this.props.busy && (this.held?.legal?.includes('renew') ?? false)),
  );
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
  /** Where the order of scoring matters the better one is chosen, until another is asked for. */
  readonly move: string | null = $derived.by(() => {
    const best = this.better(this.moves);
    return (this.other && this.moves.find((move) => move !== best)) || best;
  });
  readonly brings: Brings | null = $derived.by(() => this.bringsOf(this.move));
  /** Whether one may take a new hand after the picked card; without a preview the server says so. */
  readonly renews: boolean = $derived.by(
    () => this.mine && this.move !== null && this.mayRenew(this.move),
  );
  /** The last card that was played in this round. */
  readonly last: Played | null = $derived.by(() => {
    const from = this.events.findLastIndex(({ event }) => event === 'round');
    const play = this.events.slice(from + 1).findLast(({ event }) => event === 'play');
    return (play ?? null) as Played | null;
  });
  /** The chips of the near side. */
  readonly chips: Chips = $derived.by(() => this.view.chips[this.near] as Chips);
  /** Whether the symbols are scored in the other order than the better one. */
  private other = $state(false);
  /** One's own cards on the page, once they are there. */
  hand = $state.raw<Hand>();
  private pick_ = $state.raw<{ hand: string; at: number } | null>(null);

  movesOf(card: string | null): string[] {
    return card ? this.legal.filter((move) => move.split(' ')[0] === card) : [];
  }

  /** Return the better of a card's moves: the end, bonus turns, the weakest chip, all steps. */
  better(moves: readonly string[]): string | null {
    const worth = (move: string): number[] => {
      const brings = this.bringsOf(move);
      if (!brings) return [];
      const { ends, bonus, chips } = brings;
      const sum = Object.values(chips).reduce((all, one) => all + one, 0);
      return [Number(ends), bonus, weakest(chips).value, -weakest(chips).colours.length, sum];
    };
    const above = (a: number[], b: number[]): number =>
      a.map((one, n) => one - (b[n] ?? 0)).find((by) => by !== 0) ?? 0;
    return moves.reduce<string | null>(
      (best, move) => (best !== null && above(worth(move), worth(best)) <= 0 ? best : move),
      null,
    );
  }

  /** What a move would bring, where the table lets one know. */
  bringsOf(move: string | null): Brings | null {
    const preview = this.props.now.preview as { moves?: Record<string, Brings> } | null;
    if (!move || this.assist < 2) return null;
    return preview?.moves?.[move] ?? null;
  }

  /** Tell whether a new hand is possible after a move. */
  private mayRenew(move: string): boolean {
    return this.bringsOf(move)?.renew ?? this.assist < 2;
  }

  /** Return which halves of an open card the picked card matches. */
  ringed(seat: number, open: number): number[] {
    const lines = this.brings?.lines ?? [];
    return lines.filter((one) => one.seat === seat && one.open === open).map(({ half }) => half);
  }

  pick(at: number | null): void {
    if (this.props.still || this.offered || at === this.picked) return;
    this.other = false;
    this.pick_ = at === null || !this.view.hand[at] ? null : { hand: this.handKey, at };
    if (!this.pick_) return;
    this.letStand();
    this.sound('pick');
  }

  /** Pick a card without a pointer, and have read out what that is. */
  pickAloud(at: number): void {
    this.pick(at);
    const brings = this.brings ? `: ${forecast(this.brings, this.chips)}` : '';
    const renews = this.brings?.renew ? `. ${t('genial_cards.say.mayRenew')}` : '';
    if (this.card) this.announce(card(this.card) + brings + renews);
  }

  /** Score the picked card's symbols in the other order. */
  turnOrder(): void {
    if (this.moves.length < 2) return;
    this.other = !this.other;
    if (this.brings) this.announce(forecast(this.brings, this.chips));
  }

  /** Play the picked card, in the order that is picked, with what is decided about a new hand. */
  play(then: 'renew' | 'draw' = 'draw'): void {
    if (!this.move) return;
    this.sound('place');
    this.props.actions.move(
      this.move,
      then === 'renew' && this.mayRenew(this.move) ? then : 'draw',
    );
  }

  async hint(): Promise<void> {
    const [best] = await this.props.actions.hint();
    if (!best) return;
    this.hinted = best.move;
    const name = best.move.split(' ')[0] ?? '';
    const at = this.view.hand.indexOf(name);
    if (at >= 0) this.pick(at);
    const what = at >= 0 ? card(name) : t('genial_cards.newHand');
    this.announce(t('genial_cards.say.hint', { card: what }));
  }

  /** Answer for a new hand that was left open. */
  renew(yes: boolean): void {
    if (this.offered) this.props.actions.move(yes ? 'renew' : 'draw');
  }

  /** Play and take a new hand, if that is possible. */
  playAndRenew(): void {
    if (this.offered) this.renew(true);
    else if (this.renews) this.play('renew');
  }
}
