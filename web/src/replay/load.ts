/** Loads replays; the service worker caches them for use offline. */
import { kept } from '../stats/kept.svelte';
import { ApiError, memoized } from '../wire/http';
import { device, isLocal } from '../wire/local';
import { apiAddress } from '../wire/server';
import type { Replay } from '../wire/messages';

export class NotThere extends Error {}

/** A game of this device. */
async function ownGame(id: string): Promise<Replay> {
  try {
    return await (await device()).replay(id);
  } catch (error) {
    throw error instanceof ApiError && error.code === 'not-found' ? new NotThere() : error;
  }
}

async function fetched(id: string): Promise<Replay> {
  if (isLocal(id)) return ownGame(id);
  const answer = await fetch(apiAddress(`/replays/${encodeURIComponent(id)}`));
  if (answer.status === 404) throw new NotThere();
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as Replay;
}

/** Return a replay by its id; it is fetched once. */
export const load = memoized(async (id) => {
  try {
    return await fetched(id);
  } catch (error) {
    if (error instanceof NotThere) void kept.lose(id);
    throw error;
  }
});

/** The address of a replay at a move, to be shared. */
export function addressOf(id: string, frame: number, last: number): string {
  return `/r/${encodeURIComponent(id)}${frame < last ? `?m=${frame}` : ''}`;
}
