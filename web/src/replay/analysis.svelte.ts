/** Polls for the analysis of a finished game: the server, or this device if it was played here. */
import { device, isLocal } from '../wire/local';
import { ApiError } from '../wire/http';
import type { Analysis } from '../wire/messages';
import { apiAddress } from '../wire/server';
import { kept } from '../stats/kept.svelte';
import { precision } from './losses';

// The backoff between polls; the first answer is almost always "waiting".
const BACKOFF_MS = [700, 1000, 1500, 2500, 4000];
const TRIES = 60;
/** After so many failures in a row the user must retry. */
const AWAY_TRIES = 5;

/** The server's answer; `away` if it could not be reached, null if nothing is known. */
type Answer = Analysis | 'away' | 'none' | null;

export class AnalysisPoller {
  found: Analysis | null = $state.raw(null);
  /** Whether we are still polling. */
  waiting = $state(false);
  /** The server could not be reached several times in a row. */
  failed = $state(false);
  /** The answer was that there is no analysis of this game. */
  none = $state(false);
  private round = 0;
  private id = '';

  /** Poll for the analysis of a game; an earlier poll ends. */
  async look(id: string): Promise<void> {
    const round = ++this.round;
    this.id = id;
    this.found = null;
    this.failed = this.none = false;
    this.waiting = true;
    const found = await this.asked(id, () => round === this.round);
    if (round !== this.round) return;
    this.waiting = false;
    this.failed = found === 'away';
    this.none = found === 'none';
    this.found = typeof found === 'string' ? null : found;
    if (this.found) noteAccuracy(id, this.found);
  }

  /** Retry for the same game. */
  again(): Promise<void> {
    return this.look(this.id);
  }

  /** Whether there is something to show, if only a wait or a retry button. */
  get shown(): boolean {
    return this.waiting || this.failed || this.found !== null;
  }

  /** Stop polling. */
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
      if (answer === null || answer === 'none') return answer;
      if (typeof answer !== 'string' && answer.state === 'ready') return answer;
      const wait = BACKOFF_MS[Math.min(n, BACKOFF_MS.length - 1)];
      await new Promise((done) => setTimeout(done, wait));
    }
    return null;
  }
}

/** Keep how precisely one played, if the game is one of one's own. */
function noteAccuracy(id: string, found: Analysis): void {
  const percent = precision(found);
  void kept.note(id, (seat) => percent[seat] ?? null);
}

/** Fetch one answer; `none` if there is no analysis, `busy` if we asked too often. */
async function once(id: string): Promise<Answer | 'busy'> {
  if (isLocal(id)) return ownAnalysis(id);
  try {
    const answer = await fetch(apiAddress(`/replays/${encodeURIComponent(id)}/analysis`));
    if (answer.status === 429) return 'busy';
    if (answer.status >= 500) return 'away';
    return answer.ok ? said((await answer.json()) as Analysis) : 'none';
  } catch {
    return 'away';
  }
}

const said = (found: Analysis): Analysis | 'none' => (found.state === 'none' ? 'none' : found);

async function ownAnalysis(id: string): Promise<Answer> {
  try {
    return said(await (await device()).analysis(id));
  } catch (problem) {
    const code = problem instanceof ApiError ? problem.code : 'module';
    if (code === 'not-found') return 'none';
    return code === 'module' ? 'away' : null;
  }
}
