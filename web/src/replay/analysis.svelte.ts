/** Polls the server for the analysis of a finished game. */
import type { Analysis } from '../wire/messages';

// The first answer is almost always that it is being found out: a game takes a second or two.
const WAITS_MS = [700, 1000, 1500, 2500, 4000];
const TRIES = 60;
/** So often in a row the server may be out of reach before one is asked. */
const AWAY_TRIES = 5;

/** What the server said; `away` where it could not be reached. */
type Answer = Analysis | 'away' | null;

export class AnalysisPoller {
  found: Analysis | null = $state.raw(null);
  /** Whether there is still something to wait for. */
  waiting = $state(false);
  /** The server could not be reached, time and again. */
  failed = $state(false);
  private round = 0;
  private id = '';

  /** Ask about a game; what was asked before is forgotten. */
  async look(id: string): Promise<void> {
    const round = ++this.round;
    this.id = id;
    this.found = null;
    this.failed = false;
    this.waiting = true;
    const found = await this.asked(id, () => round === this.round);
    if (round !== this.round) return;
    this.waiting = false;
    this.failed = found === 'away';
    this.found = found !== 'away' && found?.state === 'ready' ? found : null;
  }

  /** Ask once more about the same game. */
  again(): Promise<void> {
    return this.look(this.id);
  }

  /** Whether there is something to show of it, if only that one waits or may ask again. */
  get shown(): boolean {
    return this.waiting || this.failed || this.found !== null;
  }

  /** Ask no more. */
  stop(): void {
    this.round++;
    this.waiting = this.failed = false;
  }

  private async asked(id: string, still: () => boolean): Promise<Answer> {
    let missed = 0;
    for (let n = 0; n < TRIES && still(); n++) {
      const answer = await once(id);
      missed = answer === 'away' ? missed + 1 : 0;
      if (answer === 'away' && missed >= AWAY_TRIES) return answer;
      if (typeof answer !== 'string' && answer?.state !== 'waiting') return answer;
      const wait = WAITS_MS[Math.min(n, WAITS_MS.length - 1)];
      await new Promise((done) => setTimeout(done, wait));
    }
    return null;
  }
}

/** One answer; null where there is none, `busy` where it was asked for too often. */
async function once(id: string): Promise<Answer | 'busy'> {
  try {
    const answer = await fetch(`/api/replays/${encodeURIComponent(id)}/analysis`);
    if (answer.status === 429) return 'busy';
    if (answer.status >= 500) return 'away';
    return answer.ok ? ((await answer.json()) as Analysis) : null;
  } catch {
    return 'away';
  }
}
