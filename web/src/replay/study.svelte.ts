/** Asks the server what the moves of a finished game lost, until it has found out. */
import type { Analysis } from '../wire/messages';

// The first answer is almost always that it is being found out: a game takes a second or two.
const WAITS_MS = [700, 1000, 1500, 2500, 4000];
const TRIES = 60;

export class Study {
  found: Analysis | null = $state.raw(null);
  /** Whether there is still something to wait for. */
  waiting = $state(false);
  private round = 0;

  /** Ask about a game; what was asked before is forgotten. */
  async look(id: string): Promise<void> {
    const round = ++this.round;
    this.found = null;
    this.waiting = true;
    const found = await this.asked(id, () => round === this.round);
    if (round !== this.round) return;
    this.waiting = false;
    this.found = found?.state === 'ready' ? found : null;
  }

  /** Ask no more. */
  stop(): void {
    this.round++;
    this.waiting = false;
  }

  private async asked(id: string, still: () => boolean): Promise<Analysis | null> {
    for (let n = 0; n < TRIES && still(); n++) {
      const answer = await once(id);
      if (answer?.state !== 'waiting') return answer;
      const wait = WAITS_MS[Math.min(n, WAITS_MS.length - 1)];
      await new Promise((done) => setTimeout(done, wait));
    }
    return null;
  }
}

/** One answer; null where there is none, or no network. */
async function once(id: string): Promise<Analysis | null> {
  try {
    const answer = await fetch(`/api/replays/${encodeURIComponent(id)}/analysis`);
    return answer.ok ? ((await answer.json()) as Analysis) : null;
  } catch {
    return null;
  }
}
