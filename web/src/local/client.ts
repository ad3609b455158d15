/** The page's end of the tables on this device: starts the worker, and asks it. */
import { t } from '../kit/i18n.svelte';
import { toast } from '../kit/toast.svelte';
import { pace } from '../settings/preferences.svelte';
import type { SocketLike } from '../wire/connection';
import { ApiError } from '../wire/http';
import { NOT_LOADED } from '../wire/local';
import type { Analysis, GameInfo, Problem, Replay, Seated } from '../wire/messages';
import type { LocalCreate } from './host';
import type { Posed, PositionWish } from './position';
import type { Call, Calls, FromWorker, ToWorker } from './protocol';
import type { RawRecord } from './importRecord';

/** How long a move is to be seen before a bot makes the next one: `bot_pause_s` of a server. */
const BOT_PAUSE_MS = 600;
const BROKEN: Problem = { code: 'module', rule: '', text: 'the game could not be loaded' };

interface Waiting {
  done: (value: never) => void;
  failed: (problem: ApiError) => void;
}

let worker: Worker | null = null;
let count = 0;
const sockets = new Map<number, SocketLike>();
const waiting = new Map<number, Waiting>();
let warned = false;

function heard({ data }: MessageEvent<FromWorker>): void {
  if (data.k === 'news') sockets.get(data.n)?.onmessage?.({ data: data.text });
  else if (data.k === 'closed') closed(data.n, data.code);
  else if (data.k === 'trouble') {
    if (!warned) toast(t(`local.store.${data.what}`), 'help', true);
    warned = true;
  } else {
    const asked = waiting.get(data.n);
    waiting.delete(data.n);
    if (data.k === 'answer') asked?.done(data.value as never);
    else asked?.failed(new ApiError(data.problem, 409));
  }
}

function closed(n: number, code: number): void {
  const socket = sockets.get(n);
  sockets.delete(n);
  socket?.onclose?.({ code });
}

/** The worker did not load, or broke: the next question starts another one. */
function broke(): void {
  worker?.terminate();
  worker = null;
  for (const { failed } of waiting.values()) failed(new ApiError(BROKEN, 0));
  waiting.clear();
  for (const n of [...sockets.keys()]) closed(n, NOT_LOADED);
}

function started(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = heard;
  worker.onerror = broke;
  return worker;
}

const tell = (message: ToWorker): void => started().postMessage(message);

function ask<C extends Call>(call: C, about: Calls[C][0]): Promise<Calls[C][1]> {
  const n = ++count;
  return new Promise((done, failed) => {
    waiting.set(n, { done, failed });
    // What a store of the page holds cannot be sent as it is: a plain copy can.
    tell({ k: 'ask', n, call, about: JSON.parse(JSON.stringify(about)) as Calls[C][0] });
  });
}

/** Connect to a table on this device. */
export function connect(code: string): SocketLike {
  const n = ++count;
  tell({ k: 'pause', ms: pace(BOT_PAUSE_MS) });
  tell({ k: 'open', n, code });
  const socket: SocketLike = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => tell({ k: 'say', n, text }),
    close() {
      if (sockets.delete(n)) tell({ k: 'shut', n });
    },
  };
  sockets.set(n, socket);
  queueMicrotask(() => socket.onopen?.());
  return socket;
}

/** A position of a puzzle, and some of its moves. */
export const pose = (wish: PositionWish): Promise<Posed> => ask('pose', wish);
export const create = (wish: LocalCreate): Promise<Seated> => ask('create', wish);
export const replay = (id: string): Promise<Replay> => ask('replay', id);
export const analysis = (id: string): Promise<Analysis> => ask('analysis', id);
/** Keep a record as a finished game of this device; returns the id of its replay. */
export const take = (record: RawRecord, info: GameInfo): Promise<string> =>
  ask('take', { record, info });
/** Delete a table of this device with all its games. */
export const erase = (code: string): Promise<null> => ask('erase', code);
