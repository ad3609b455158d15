/** A finished game that is looked through: its replay, the frame shown, and what was better. */
import { onDestroy } from 'svelte';
import type { Replay } from '../wire/messages';
import { AnalysisPoller } from './analysis.svelte';
import { lastOf, within } from './frames';
import { recordOf } from './record';
import { download, shareReplay } from './share';

export class ReplayCursor {
  replay: Replay | undefined = $state.raw();
  at = $state(0);
  /** Whether the best move is drawn. */
  better = $state(false);
  readonly analysis = new AnalysisPoller();

  constructor(private readonly moved?: (frame: number) => void) {
    onDestroy(() => this.analysis.stop());
  }

  /** Look through a game, from a frame on. */
  open(replay: Replay, frame: number): void {
    this.at = within(replay, frame);
    this.replay = replay;
    void this.analysis.look(replay.id);
  }

  go = (frame: number): void => {
    if (!this.replay || frame === this.at) return;
    this.at = within(this.replay, frame);
    this.moved?.(this.at);
  };

  /** Show what would have been better at a frame. */
  show = (frame: number): void => {
    this.go(frame);
    this.better = true;
  };

  share = (): void => {
    if (this.replay) void shareReplay(this.replay.id, this.at, lastOf(this.replay));
  };

  /** Download the record of the game. */
  save = (): void => {
    if (this.replay) download(`hexade-${this.replay.id}.jsonl`, recordOf(this.replay));
  };
}
