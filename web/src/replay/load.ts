/** Loads replays; the service worker caches them for use offline. */
import { memoized } from '../wire/http';
import type { Replay } from '../wire/messages';

export class NotThere extends Error {}

async function fetched(id: string): Promise<Replay> {
  const answer = await fetch(`/api/replays/${encodeURIComponent(id)}`);
  if (answer.status === 404) throw new NotThere();
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as Replay;
}

/** Return a replay by its id; it is fetched once. */
export const load = memoized(fetched);

/** The address of a replay at a move, to be shared. */
export function addressOf(id: string, frame: number, last: number): string {
  return `/r/${encodeURIComponent(id)}${frame < last ? `?m=${frame}` : ''}`;
}
