/** The page's state in this game: a picture to choose for, or the round that was just revealed. */
import { t } from '../../kit/i18n.svelte';
import type { PlayProps } from '../contract';
import { REVEAL_MS } from './timing';
import { finished, outcome, rounds, type Outcome, type Round } from './rounds';
import { called, listed, word } from './speak';
import { seen, type View } from './view';

/** How long no tap can end a reveal. */
const DEAF = 450;

/** The round that is being looked at on this page, for the words above the table. */
export const looking = $state<{ round: Round | null }>({ round: null });

export class ContrastModel {
  readonly view: View = $derived.by(() => seen(this.given().now.view));
  readonly all: Round[] = $derived.by(() => rounds(this.given().events));
  readonly done: Round[] = $derived(finished(this.all));
  readonly names: string[] = $derived.by(() =>
    this.given().table.seats.map(({ name }) => name ?? ''),
  );
  readonly called: string[] = $derived.by(() => called(this.names, this.given().seat));
  /** The seats but one's own, clockwise. */
  readonly others: number[] = $derived.by(() => {
    const { seat } = this.given();
    const seats = this.view.seats;
    const from = seat === null ? 0 : seat + 1;
    return Array.from({ length: seats }, (_, n) => (from + n) % seats).filter((n) => n !== seat);
  });
  /** The round that is being looked at; null while one chooses. */
  readonly revealed: Round | null = $derived.by(() => {
    if (this.given().still) return this.atEnd() ? (this.done.at(-1) ?? null) : null;
    return this.held ? (this.done[this.shown - 1] ?? null) : null;
  });
  readonly result: Outcome | null = $derived.by(() => this.revealed && outcome(this.revealed));
  /** One's own choice of this round, told to the server or on its way there. */
  readonly choice: string | null = $derived.by(() => {
    const { busy, now } = this.given();
    return busy && this.pending ? this.pending : (now.mine ?? null);
  });
  /** The next picture comes by itself; not while somebody holds the reveal. */
  held = $state(false);
  paused = $state(false);
  /** Somebody holds it, or reads what the lesson says of it: not while one's own time runs. */
  readonly waits: boolean = $derived.by(() => {
    const { taught, table } = this.given();
    const { clock, round_s } = table.agreed;
    return this.paused || Boolean(taught && !clock && !round_s);
  });
  left = $state(REVEAL_MS);
  pending = $state<string | null>(null);
  private shown = $state(0);
  private since = 0;
  private counted = 0;

  constructor(private readonly given: () => PlayProps) {
    this.shown = finished(rounds(given().events)).length;
  }

  /** In a replay the last event tells whether a round has just been revealed. */
  private atEnd(): boolean {
    return this.view.phase === 'over' || this.given().events.at(-1)?.event === 'award';
  }

  has(seat: number): boolean {
    return this.view.phase === 'choosing' && !this.given().now.waiting.includes(seat);
  }

  /** Whether one may count for the last one. */
  get mayCount(): boolean {
    const { now, seat, counting, still } = this.given();
    if (still || counting || seat === null || this.view.phase !== 'choosing') return false;
    return now.waiting.length === 1 && now.waiting[0] !== seat;
  }

  /** Who else could choose a symbol, where the table lets one know; empty if not. */
  also(symbol: string): string {
    const { now, table } = this.given();
    const preview = now.preview as { also?: Record<string, number[]> } | null | undefined;
    const seats = table.agreed.assist < 2 ? undefined : preview?.also?.[symbol];
    if (!seats) return '';
    if (!seats.length) return t('contrast.alsoNone');
    const who = listed(seats.map((seat) => this.names[seat] ?? ''));
    return t('contrast.also', { who, n: seats.length });
  }

  choose(symbol: string): void {
    const { now, actions, still, busy } = this.given();
    if (still || busy || !now.legal?.includes(symbol) || symbol === this.choice) return;
    this.pending = symbol;
    actions.sound('pick');
    actions.announce(t('contrast.turn.picked', { word: word(symbol) }));
    actions.move(symbol);
  }

  /** Look at the newest finished round, or at the last one again. */
  reveal(again = false): boolean {
    const count = this.done.length;
    if (this.given().still || !count || (!again && count <= this.shown)) return false;
    this.shown = count;
    this.held = true;
    this.paused = false;
    this.left = REVEAL_MS;
    this.since = this.counted = performance.now();
    return true;
  }

  /** Called about five times a second while a reveal is held; more rarely behind another page. */
  tick(): void {
    const passed = performance.now() - this.counted;
    this.counted += passed;
    if (!this.held || this.waits) return;
    this.left = Math.max(0, this.left - passed);
    if (this.left === 0) this.goOn();
  }

  /** Any key or tap goes on at once, but not one that was meant for the round before. */
  nudge(): void {
    if (this.held && performance.now() - this.since > DEAF) this.goOn();
  }

  goOn(): void {
    this.held = false;
  }
}
