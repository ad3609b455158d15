/** Gives a game that was played on this device a link: the server verifies its record and keeps it. */
import { ask, memoized } from '../wire/http';
import type { Given, Giving } from '../wire/messages';
import { newToken } from '../wire/storage.svelte';
import { load } from './load';
import { recordOf } from './record';

/** The ids of requests whose answer has not come: one that is sent again makes no second table. */
const unanswered = new Map<string, string>();

async function given(id: string): Promise<string> {
  const replay = await load(id);
  const request = unanswered.get(id) ?? newToken();
  unanswered.set(id, request);
  const giving: Giving = {
    id: request,
    record: JSON.parse(recordOf(replay)) as Record<string, unknown>,
    avatars: replay.players.map(({ avatar }) => avatar),
  };
  const name = (await ask<Given>('/replays', giving)).id;
  unanswered.delete(id);
  return name;
}

/** Return the name of a game's replay on the server; it is sent there once. */
export const published = memoized(given);
