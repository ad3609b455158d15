/**
 * The one place that decides whether a table is on this device or on a server: by its code. What
 * plays here is loaded only when it is needed (src/local).
 */
import type { SocketLike } from './connection';
import type { Create, Origin, TableState } from './messages';

/** Games that can be played in the page: those with a folder `local` (build/localGames.ts). */
declare const LOCAL_GAMES: string[];

/** The beginning of the code of every table on this device. */
export const LOCAL = 'LOCAL-';

/** Whether a table's code, or a replay's id, is of this device. */
export const isLocal = (code?: string | null): boolean =>
  Boolean(code?.toUpperCase().startsWith(LOCAL));

// Whoever has the device says hello with one of these tokens: there are no secrets between people
// who share it, except that only the view of the seat that was asked for is sent.
/** Of the device: one's seat if one sits here alone, and nobody's view if several do. */
export const DEVICE = 'device';
/** The token with which one seat is shown. */
export const tokenOf = (seat: number): string => `seat:${seat}`;

/** The seats of people at a table. */
const peopleAt = ({ seats }: TableState): number[] =>
  seats.flatMap(({ name, bot }, n) => (name && !bot ? [n] : []));

/** Whether several people share this device at a table. */
export const isShared = (table: TableState): boolean =>
  isLocal(table.code) && peopleAt(table).length > 1;

// The smallest module with an instruction of 128 bits.
const WITH_SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

/** Whether this browser can run the games' modules: WebAssembly with SIMD, and workers. */
export function isAble(): boolean {
  try {
    return typeof Worker === 'function' && WebAssembly.validate(WITH_SIMD);
  } catch {
    return false;
  }
}

/** Whether a game can be played on this device. */
export const hasLocal = (game: string): boolean =>
  typeof LOCAL_GAMES !== 'undefined' && LOCAL_GAMES.includes(game);

/** Whether a table is to be on this device: nobody else is to join, and all that it needs is here. */
export function startsHere({ agreed, start, from }: Create): boolean {
  const origin: Origin | null = from ?? null;
  if (origin) return isLocal(origin.replay);
  return Boolean(start) && hasLocal(agreed.game) && isAble();
}

/** Load what hosts the tables of this device. */
export const device = (): Promise<typeof import('../local/client')> => import('../local/client');

/** Close code: what plays here could not be loaded. */
export const NOT_LOADED = 4510;
/** Close code: the table is open in another tab now. */
export const ELSEWHERE = 4409;

/** A connection to a table on this device; to the store it is like that to a server. */
export function localSocket(code: string): SocketLike {
  let closed = false;
  let inner: SocketLike | null = null;
  const socket: SocketLike = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => inner?.send(text),
    close() {
      closed = true;
      inner?.close();
    },
  };
  device().then(
    ({ connect }) => {
      if (closed) return;
      inner = connect(code);
      inner.onopen = () => socket.onopen?.();
      inner.onmessage = (message) => socket.onmessage?.(message);
      inner.onclose = (close) => socket.onclose?.(close);
    },
    () => socket.onclose?.({ code: NOT_LOADED }),
  );
  return socket;
}
