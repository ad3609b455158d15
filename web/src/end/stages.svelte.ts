/** The end of a game in three stages: the last move is held, the numbers roll up, then the result. */
import { pageVisible } from '../kit/visibility.svelte';
import { calm, pace } from '../settings/preferences.svelte';

export type Stage = 'playing' | 'held' | 'finale' | 'result';

export const HELD_MS = 700;
export const FINALE_MS = 1200;
/** Taps that were meant for the last move end nothing. */
const DEAF_MS = 300;

interface Source {
  over(): boolean;
  /** Whether the game still shows its last move by itself. */
  showing(): boolean;
  /** Whether there are numbers to roll up. */
  rolls(): boolean;
}

export class EndStages {
  stage = $state<Stage>('playing');
  /** Whether this page has seen the game end. */
  seen = $state(false);
  private since = 0;

  /** Follow a game; one that is over already shows its result. Call it while a component is made. */
  constructor(private readonly source: Source) {
    if (source.over()) this.stage = 'result';
    $effect(() => {
      if (this.stage === 'playing' && source.over()) this.begin();
    });
    $effect(() => this.wait());
  }

  private begin(): void {
    this.seen = true;
    this.since = performance.now();
    this.stage = calm() || !pageVisible.now ? 'result' : 'held';
  }

  /** Go on when the time of a stage is over, and at once where nobody looks. */
  private wait(): (() => void) | undefined {
    const { stage, source } = this;
    if (stage !== 'held' && stage !== 'finale') return;
    if (!pageVisible.now) return void (this.stage = 'result');
    if (stage === 'held' && source.showing()) return;
    const next: Stage = stage === 'held' && source.rolls() ? 'finale' : 'result';
    const timer = setTimeout(
      () => (this.stage = next),
      pace(stage === 'held' ? HELD_MS : FINALE_MS),
    );
    return () => clearTimeout(timer);
  }

  /** Go to the result at once; returns whether there was something to skip. */
  skip(): boolean {
    if (this.stage !== 'held' && this.stage !== 'finale') return false;
    if (performance.now() - this.since < DEAF_MS) return false;
    this.stage = 'result';
    return true;
  }

  /** Any key or tap skips, but none in a dialog or a field. */
  readonly skipBy = (event: KeyboardEvent | MouseEvent): void => {
    const { target } = event;
    if (target instanceof Element && target.closest('dialog, input, textarea')) return;
    if (!this.skip()) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
