/** HTTP requests; a refusal is thrown as an ApiError with the server's reason. */
import type { BotsInfo, Create, GameInfo, Glance, Problem, Seated, Sit, Summary } from './messages';
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
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, init);
  } catch (error) {
    throw new ApiError({ code: 'network', rule: '', text: String(error) }, 0);
  }
  if (!answer.ok) throw new ApiError(await reason(answer), answer.status);
  return (await answer.json()) as T;
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

const catalogue = memoized((path) => ask<GameInfo[]>(path));

/** Return the games that the server offers; they are fetched once. */
export const games = (): Promise<GameInfo[]> => catalogue('/games');

/** Return what the server says about a game, if it has it. */
export const infoOf = async (game?: string): Promise<GameInfo | undefined> =>
  (await games()).find((one) => one.game === game);

/** Whether the bots are ready to play, or still being loaded. */
export const botsReady = async (): Promise<boolean> => (await ask<BotsInfo>('/bots')).ready;

export const openTables = (): Promise<Summary[]> => ask('/tables');
/** Return the public state of a table. */
export const glance = (code: string): Promise<Glance> => ask(`/tables/${code}`);

const AGAIN_MS = 800;

/** Create a table; retried once after a network error. The id makes the request idempotent. */
export async function create(request: Create): Promise<Seated> {
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
