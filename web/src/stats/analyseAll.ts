/** Asks for the analysis of some games, one after the other. */
import type { AnalysisPoller } from '../replay/analysis.svelte';
import { kept } from './kept.svelte';

/**
 * Analyse games until all are done, somebody stops it or the server is away. Whether a game can
 * be analysed is noted only where that was the answer: one that took too long can be asked again.
 */
export async function analyseAll(
  ids: readonly string[],
  poller: Pick<AnalysisPoller, 'look' | 'failed' | 'none'>,
  begin: (n: number) => void,
  stopped: () => boolean,
): Promise<void> {
  for (const [n, id] of ids.entries()) {
    begin(n + 1);
    await poller.look(id);
    if (poller.none) await kept.note(id, () => null);
    if (poller.failed || stopped()) return;
  }
}
