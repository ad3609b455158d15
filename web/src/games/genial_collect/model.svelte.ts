/** The page's state in this game: what is being shown, and what the one in turn may decide. */
import { screen } from '../../kit/screen.svelte';
import { t } from '../../kit/i18n.svelte';
import { pageVisible } from '../../kit/visibility.svelte';
import type { GameEvent, PlayProps } from '../contract';
import { GameModel } from '../shared/model.svelte';
import { emptySlots, withTiles } from './goal/goals';
import { counted } from './goal/standings';
import { baysOf, chancesOf, type Bay, type Chances } from './turn/odds';
import { Playback } from './turn/playback.svelte';
import { turnsOf, type Turn } from './turn/turns';
import { weakest, type ByColour, type Colour, type Stopping, type View } from './view';

/** What this page shows of the table, for the words above it and for what is read out. */
export const watched = $state<{
  model: GenialCollectModel | null;
  /** Whether chances are shown at this table. */
  chances: boolean;
}>({ model: null, chances: true });

export class GenialCollectModel extends GameModel<View> {
  protected readonly game = 'genial_collect';
  readonly playback: Playback;
  /** A replay shows its frames as they are; a table is played back. */
  private readonly live: boolean;
  override readonly view: View = $derived.by(() => {
    const now = this.live ? this.playback.moment.now : this.props.now;
    return now.view as unknown as View;
  });
  override readonly events: GameEvent[] = $derived.by(() =>
    this.live ? this.playback.moment.events : this.props.events,
  );
  /** Whether others' deeds, or the end of one's own turn, are still being shown. */
  readonly behind: boolean = $derived.by(() => this.playback.showing);
  readonly legal: string[] = $derived.by(() => {
    const { still, busy } = this.props;
    return still || busy || this.behind ? [] : (this.playback.moment.now.legal ?? []);
  });
  /** One must decide now. */
  override readonly mine: boolean = $derived(this.legal.length > 0);
  readonly mayStop: boolean = $derived(this.legal.includes('stop'));
  readonly bays: Bay[] = $derived.by(() => baysOf(this.view));
  /** The chances of the next tile; null where the table hides them, and when no tile follows. */
  readonly chances: Chances | null = $derived.by(() =>
    this.assist > 0 && this.view.pile && this.view.phase !== 'over' ? chancesOf(this.view) : null,
  );
  /** What stopping now would bring to the one in turn; null before the first tile. */
  readonly stopping: Stopping | null = $derived.by(() => this.view.stop);
  readonly takes: number = $derived.by(() => this.stopping?.tiles.length ?? 0);
  readonly turns: Turn[] = $derived.by(() => turnsOf(this.events));
  /** What the others have done since one's own last turn, told when the next one begins. */
  readonly since: Turn[] = $derived.by(() => {
    const { turn, shown } = this.view;
    if (this.seat === null || turn !== this.seat || shown.length || this.behind) return [];
    const own = this.turns.findLastIndex(({ seat }) => seat === this.seat);
    return this.turns.slice(own + 1);
  });
  /** The turn that a bad tile has just ended. */
  readonly fallen: Turn | null = $derived.by(() => {
    // One's own turn begins without the bad tile of somebody else.
    if (this.live) return this.since.length ? null : this.playback.fallen;
    const last = this.props.events.findLast(({ event }) => event !== 'middle');
    return last?.good === false ? (this.turns.at(-1) ?? null) : null;
  });
  /** The colours of the tiles that have just come: they are outlined. */
  readonly fresh: readonly Colour[] = $derived.by(() =>
    this.live
      ? this.playback.fresh
      : this.props.recent.flatMap(({ tile, tiles, event, good }) => {
          if (event === 'middle') return tiles as Colour[];
          return event === 'turn_up' && good ? [tile as Colour] : [];
        }),
  );
  /** The seats but the near one, clockwise. */
  readonly others: number[] = $derived.by(() =>
    Array.from({ length: this.view.seats - 1 }, (_, n) => (this.near + n + 1) % this.view.seats),
  );
  /** Whether others' deeds, or a bad tile, are being shown: one's own turn is called afterwards. */
  readonly watching: boolean = $derived.by(
    () => this.behind && (this.playback.actor !== this.seat || this.fallen !== null),
  );
  /** How much larger than usual everything is drawn: on large desks. */
  readonly unit: number = $derived.by(() =>
    Math.min(2, Math.max(1, Math.min(screen.width / 1600, screen.height / 900))),
  );
  /** Whose deeds are shown, or who is in turn. */
  readonly active: number | null = $derived.by(() => this.playback.actor ?? this.view.turn);

  constructor(props: PlayProps) {
    super(props);
    this.live = !props.still;
    this.playback = new Playback(
      { now: props.now, events: props.events },
      // A heartbeat would tell the risk where the table hides it.
      (name) => (this.assist > 0 || !name.startsWith('heart') ? this.sound(name) : undefined),
      () => !pageVisible.now,
      () => this.seat,
    );
  }

  /** A new state has come from the server. */
  follow(): void {
    const { now, events } = this.props;
    if (this.live) this.playback.follow({ now, events });
  }

  /** What a seat owns, with the tiles that are just arriving. */
  owned(seat: number): ByColour {
    const { flight, arrived } = this.playback;
    const owned = this.view.owned[seat] as ByColour;
    return flight?.seat === seat ? withTiles(owned, flight.tiles.slice(0, arrived)) : owned;
  }

  /** How many tiles a seat is missing to the goal. */
  toGo(seat: number): number {
    return this.playback.flight?.seat === seat
      ? emptySlots(this.owned(seat), this.view.goal)
      : (this.view.missing[seat] ?? 0);
  }

  /** How many tiles a seat has of its weakest colour, which ranks (G6). */
  scarcest(seat: number): number {
    return weakest(counted(this.owned(seat), this.view.goal)).value;
  }

  /** What a seat would have after stopping; null where it has nothing to take. */
  after(seat: number): Stopping | null {
    const taking = this.playback.flight && this.playback.flight.seat !== null;
    return seat === this.view.turn && !taking ? this.stopping : null;
  }

  /** Turn a tile up; while something is being shown, show its end instead. */
  turnUp(): void {
    if (this.behind) this.playback.skip();
    else if (this.legal.includes('turn_up')) this.decide('turn_up');
  }

  stop(): void {
    if (this.behind) this.playback.skip();
    else if (this.mayStop) this.decide('stop');
  }

  private decide(move: string): void {
    this.hinted = null;
    this.props.actions.move(move);
  }

  async hint(): Promise<void> {
    if (this.assist < 3 || !this.mine) return;
    const [best] = await this.props.actions.hint();
    if (!best) return;
    this.hinted = best.move;
    this.announce(t('genial_collect.say.hint', { move: t(`genial_collect.${best.move}`) }));
  }
}
