/** The page's state in this game: a picture to choose for, or the round that was just revealed. */
import { slowDays } from '../../wire/clocks';
import { t } from '../../kit/i18n.svelte';
import type { PlayProps } from '../contract';
import { LAST_MS, REVEAL_MS } from './round/timing';
import { finished, outcome, rounds, type Outcome, type Round } from './round/rounds';
import { listed } from '../shared/speak';
import { GameModel } from '../shared/model.svelte';
import { told, word } from './speak';
import { isTeam, justReached, type Pair, type View } from './view';

/** How long no tap can end a reveal. */
const DEAF = 450;

/** What is being looked at on this page, for the words above the table: a round, a marked symbol. */
export const looking = $state<{ round: Round | null; marked: string | null }>({
  round: null,
  marked: null,
});

export class ContrastModel extends GameModel<View> {
  protected readonly game = 'contrast';
  readonly all: Round[] = $derived.by(() => rounds(this.props.events));
  readonly done: Round[] = $derived(finished(this.all));
  /** The seats but one's own, clockwise. */
  readonly others: number[] = $derived.by(() => {
    const { seats } = this.view;
    const from = this.seat === null ? 0 : this.seat + 1;
    return Array.from({ length: seats }, (_, n) => (from + n) % seats).filter(
      (n) => n !== this.seat,
    );
  });
  /** All seats, one's own first. */
  readonly order: number[] = $derived.by(() =>
    this.seat === null ? this.others : [this.seat, ...this.others],
  );
  readonly team: boolean = $derived.by(() => isTeam(this.view));
  /** One's own resting cards. */
  readonly row: readonly Pair[] = $derived.by(() => this.view.rows[this.seat ?? -1] ?? []);
  /** The round that is being looked at; null while one chooses. */
  readonly revealed: Round | null = $derived.by(() => {
    if (this.props.still) return this.atEnd() ? (this.done.at(-1) ?? null) : null;
    if (this.showing) return this.done[this.shown - 1] ?? null;
    // Nothing comes after the last one: it stays until the result replaces it.
    return this.view.phase === 'over' ? (this.done.at(-1) ?? null) : null;
  });
  readonly result: Outcome | null = $derived.by(() => this.revealed && outcome(this.revealed));
  /** Whether the round that is looked at has brought the pair to its goal (F10). */
  readonly justWon: boolean = $derived.by(
    () => this.revealed === this.done.at(-1) && justReached(this.view, this.revealed?.award),
  );
  /** One's own choice of this round, known to the server or on its way there. */
  readonly choice: string | null = $derived.by(() => {
    const { busy, now } = this.props;
    return busy && this.pending ? this.pending : (now.mine ?? null);
  });
  /** Whether a finished round is being shown; the next picture comes by itself unless it is paused. */
  showing = $state(false);
  paused = $state(false);
  /** Somebody holds it, or reads what the lesson says of it: not while one's own time runs. */
  readonly waits: boolean = $derived.by(() => {
    const { taught, table } = this.props;
    const { clock, round_s } = table.agreed;
    return this.paused || Boolean(taught && !clock && !round_s);
  });
  left = $state(REVEAL_MS);
  pending = $state<string | null>(null);
  private mark = $state<{ symbol: string; picture: unknown } | null>(null);
  /** The symbol that was tapped once; a second tap plays it. */
  readonly marked: string | null = $derived.by(() => {
    const { mark, view, choice } = this;
    const stands = mark && mark.picture === view.picture && view.phase === 'choosing';
    return stands && mark.symbol !== choice ? mark.symbol : null;
  });
  private shown = $state(0);
  private since = 0;
  private counted = 0;

  constructor(props: PlayProps) {
    super(props);
    this.shown = finished(rounds(props.events)).length;
  }

  /** In a replay the last event tells whether a round has just been revealed. */
  private atEnd(): boolean {
    return this.view.phase === 'over' || this.props.events.at(-1)?.event === 'award';
  }

  has(seat: number): boolean {
    return this.view.phase === 'choosing' && !this.props.now.waiting.includes(seat);
  }

  /** What a seat's player is doing: has chosen, or is choosing. */
  doing(seat: number): string {
    return t(this.has(seat) ? 'contrast.hasChosen' : 'contrast.choosing');
  }

  /** Whether the coach can be asked. */
  get coached(): boolean {
    return this.assist === 3 && Boolean(this.props.now.legal) && !this.props.still;
  }

  /** Whether one may count for the last one. */
  get mayCount(): boolean {
    const { now, seat, counting, still } = this.props;
    if (still || counting || seat === null || this.view.phase !== 'choosing') return false;
    if (slowDays(this.props.table.agreed)) return false; // they have days to choose
    return now.waiting.length === 1 && now.waiting[0] !== seat;
  }

  /** Who else could choose a symbol, where the table lets one know; empty if not. */
  also(symbol: string): string {
    const preview = this.props.now.preview as { also?: Record<string, number[]> } | null;
    const seats = this.assist < 2 ? undefined : preview?.also?.[symbol];
    if (!seats) return '';
    if (!seats.length) return t('contrast.alsoNone');
    const who = listed(seats.map((seat) => this.names[seat] ?? ''));
    return t('contrast.also', { who, n: seats.length });
  }

  /** How long one still has to choose: a count for oneself, or one's time; null where nothing ends. */
  remaining(): number | null {
    const { counting, now, left, seat, still } = this.props;
    if (still || seat === null || !now.waiting.includes(seat)) return null;
    const count = counting?.seats.includes(seat) ? counting.until - performance.now() : null;
    const ends = [count, left?.(seat) ?? null].filter((ms) => ms !== null);
    return ends.length ? Math.min(...ends) : null;
  }

  /** The first tap marks a symbol, the second one plays it; until all have chosen it can be changed. */
  choose(symbol: string): void {
    const { now, actions, still, busy } = this.props;
    if (still || busy || !now.legal?.includes(symbol)) return;
    if (symbol === this.choice) return void (this.mark = null);
    if (this.marked !== symbol) {
      this.mark = { symbol, picture: this.view.picture };
      this.sound('pick');
      this.announce(t('contrast.turn.marked', { word: word(symbol) }));
      // With no time for a second tap, the mark itself is played.
      if ((this.remaining() ?? Infinity) > LAST_MS) return;
    }
    this.pending = symbol;
    this.sound('pick');
    this.announce(t('contrast.turn.picked', { word: word(symbol) }));
    actions.move(symbol);
  }

  /** Play the symbol that is marked. */
  lock(): void {
    if (this.marked) this.choose(this.marked);
  }

  async hint(): Promise<void> {
    const [best] = await this.props.actions.hint();
    if (!best) return;
    this.hinted = best.move;
    this.announce(t('contrast.say.hint', { word: word(best.move) }));
  }

  /** Look at the last round again, and have it read out. */
  lastRound(): void {
    const round = this.done.at(-1);
    if (!round || !this.reveal(true)) return;
    this.announce(told(round, outcome(round), this.names, this.seat));
  }

  /** Look at the newest finished round, or at the last one again. */
  reveal(again = false): boolean {
    const count = this.done.length;
    if (this.props.still || !count || (!again && count <= this.shown)) return false;
    this.shown = count;
    this.showing = true;
    this.paused = false;
    this.left = REVEAL_MS;
    this.since = this.counted = performance.now();
    return true;
  }

  /** Called about five times a second while a reveal is held; more rarely behind another page. */
  tick(): void {
    const passed = performance.now() - this.counted;
    this.counted += passed;
    if (!this.showing || this.waits) return;
    this.left = Math.max(0, this.left - passed);
    if (this.left === 0) this.goOn();
  }

  /** Any key or tap goes on at once, but not one that was meant for the round before. */
  nudge(): void {
    if (this.showing && performance.now() - this.since > DEAF) this.goOn();
  }

  goOn(): void {
    this.showing = false;
  }
}
