/** HTTP requests; a refusal is thrown as an ApiError with the server's reason. */
import type {
  BotsInfo,
  Create,
  GameInfo,
  Glance,
  Problem,
  Reach,
  Seated,
  Sit,
  Summary,
} from './messages';
import { device, startsHere } from './local';
import { HAS_SERVER, apiAddress, staticCopy } from './server';
import { newToken } from './storage.svelte';

/** A request that was refused, or (code `network`) did not reach the server. */
export class ApiError extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.text);
  }
  get code(): string {
    return this.problem.code;
  }
}

async function reason(answer: Response): Promise<Problem> {
  try {
    return (await answer.json()) as Problem;
  } catch {
    return { code: 'http', rule: '', text: answer.statusText || String(answer.status) };
  }
}

/** Send a request to the server's API; POST if there is a body. */
export async function ask<T>(path: string, body?: unknown): Promise<T> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  if (!HAS_SERVER) throw noServer('this page has no server');
  let answer: Response;
  try {
    answer = await fetch(apiAddress(path), init);
  } catch (error) {
    throw noServer(String(error));
  }
  if (!answer.ok) throw new ApiError(await reason(answer), answer.status);
  return (await answer.json()) as T;
}

const noServer = (text: string): ApiError => new ApiError({ code: 'network', rule: '', text }, 0);

/** Ask the server; if it does not answer, take what the build has written for this case. */
export async function askOrCopy<T>(path: string, copy: string): Promise<T> {
  try {
    return await ask<T>(path);
  } catch (error) {
    return staticCopy<T>(copy).catch(() => {
      throw error;
    });
  }
}

/** Cache what a key loads: callers share one promise, and a failure is forgotten. */
export function memoized<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const cache = new Map<string, Promise<T>>();
  return (key) => {
    const cached = cache.get(key);
    if (cached) return cached;
    const loading = load(key);
    cache.set(key, loading);
    loading.catch(() => cache.delete(key));
    return loading;
  };
}

const catalogue = memoized((path) => askOrCopy<GameInfo[]>(path, 'games'));

/** Return the games that can be played; they are fetched once. */
export const games = (): Promise<GameInfo[]> => catalogue('/games');

/** Return what the catalogue says about a game, if it has it. */
export const infoOf = async (game?: string): Promise<GameInfo | undefined> =>
  (await games()).find((one) => one.game === game);

/** Whether the bots are ready to play, or still being loaded. */
export const botsReady = async (): Promise<boolean> => (await ask<BotsInfo>('/bots')).ready;

/** Return from where others can open a link to this server. */
export const reach = (): Promise<Reach> => ask('/reach');

export const openTables = (): Promise<Summary[]> => ask('/tables');
/** Return the public state of a table. */
export const glance = (code: string): Promise<Glance> => ask(`/tables/${code}`);

const AGAIN_MS = 800;

/** Create a table: on this device if nobody else is to join, or else on the server. */
export async function create(request: Create): Promise<Seated> {
  return startsHere(request) ? createNearby(request) : createThere(request);
}

/** Create a table here; bots that only the server has, such as an operator's, play there. */
async function createNearby(request: Create): Promise<Seated> {
  try {
    return await createHere(request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'bot') throw error;
    return createThere(request);
  }
}

/** Create a table on this device, perhaps for several people who share it, or after some moves. */
export async function createHere(
  request: Create,
  people?: { name: string; avatar: string }[],
  line?: string,
): Promise<Seated> {
  const info = await infoOf(request.agreed.game);
  if (!info) throw new ApiError({ code: 'game', rule: '', text: 'there is no such game' }, 404);
  return (await device()).create({ ...request, info, people, line });
}

/** Retried once after a network error: the id makes the request idempotent. */
async function createThere(request: Create): Promise<Seated> {
  const same = { ...request, id: newToken() };
  try {
    return await ask('/tables', same);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'network') throw error;
  }
  await new Promise((later) => setTimeout(later, AGAIN_MS));
  return ask('/tables', same);
}

export const sit = (code: string, request: Sit): Promise<Seated> =>
  ask(`/tables/${code}/seats`, request);
