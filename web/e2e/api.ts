/** Calls the server's API directly: tables for tests, and games played out at once. */
import type { BrowserContext } from 'playwright-core';
import type { Create, GameInfo, News, Now, Seated, VariantInfo } from '../src/wire/messages.ts';

export interface Seat extends Seated {
  seat: number;
  token: string;
}

async function answered<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Send a GET request to the server's API. */
export async function get<T>(url: string, path: string): Promise<T> {
  return answered<T>(await fetch(`${url}/api${path}`));
}

/** Create a table and take a seat at it. */
export async function create(url: string, wish: Create): Promise<Seat> {
  const body = JSON.stringify(wish);
  return answered<Seat>(await fetch(`${url}/api/tables`, { method: 'POST', body }));
}

/** Sit down at a table. */
export async function sit(url: string, code: string, name: string): Promise<Seat> {
  const body = JSON.stringify({ name, avatar: 'owl' });
  return answered<Seat>(await fetch(`${url}/api/tables/${code}/seats`, { method: 'POST', body }));
}

export const games = (url: string): Promise<GameInfo[]> => get(url, '/games');

/** Store a seat in a browser, as if it had sat down itself. */
export async function takeSeat(
  context: BrowserContext,
  seat: Seat,
  agreed: Create['agreed'],
): Promise<void> {
  const { code, token } = seat;
  const { game, variant } = agreed;
  const place = { code, token, seat: seat.seat, game, variant: variant ?? '', at: Date.now() };
  await context.addInitScript((one) => {
    const kept = JSON.parse(localStorage.getItem('hexade.places') ?? '[]') as { code: string }[];
    if (!kept.some((other) => other.code === one.code))
      localStorage.setItem('hexade.places', JSON.stringify([one, ...kept]));
  }, place);
}

/** One of the moves, the same each time a test runs. */
function chosen(now: Now): string {
  const legal = now.legal ?? [];
  return legal[(now.v * 7919) % legal.length] ?? '';
}

/** Connect as a seat until `stop` is true; `act` returns a request for each state of the game. */
function listen(
  url: string,
  seat: Seat,
  stop: (now: Now) => boolean,
  act: (now: Now) => object | null,
): Promise<Now> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/tables/${seat.code}/socket`);
  return new Promise<Now>((done, fail) => {
    const look = (now: Now): void => {
      const request = act(now);
      if (request) socket.send(JSON.stringify(request));
      if (!stop(now)) return;
      socket.close();
      done(now);
    };
    socket.onopen = () => socket.send(JSON.stringify({ t: 'hello', token: seat.token }));
    socket.onerror = () => fail(new Error('the socket broke'));
    socket.onmessage = ({ data }) => {
      const news = JSON.parse(String(data)) as News;
      if (news.t === 'refused') fail(new Error(`${news.code}: ${news.text}`));
      if ('now' in news && news.now) look(news.now);
    };
  });
}

/** Play a seat until the game is over or `stop` is true; returns the last state of the game. */
export function playOut(
  url: string,
  seat: Seat,
  stop: (now: Now) => boolean = () => false,
): Promise<Now> {
  let count = 0;
  const ended = (now: Now): boolean => Boolean(now.result) || stop(now);
  const due = (now: Now): boolean =>
    now.waiting.includes(seat.seat) && Boolean(now.legal?.length) && !now.mine;
  return listen(url, seat, ended, (now) =>
    due(now) && !ended(now) ? { t: 'move', v: now.v, id: `p${++count}`, move: chosen(now) } : null,
  );
}

/** Let a bot play a seat until the game is over, or until its next turn after `enough`. */
export function leaveToBot(
  url: string,
  seat: Seat,
  bot: string,
  enough: (now: Now) => boolean = () => false,
): Promise<Now> {
  let asked: 'nothing' | 'stand_in' | 'return' = 'nothing';
  const ended = (now: Now): boolean =>
    Boolean(now.result) || (asked === 'return' && Boolean(now.legal?.length));
  return listen(url, seat, ended, (now) => {
    if (asked === 'nothing') asked = 'stand_in';
    else if (asked === 'stand_in' && enough(now) && !now.result) asked = 'return';
    else return null;
    return { t: asked, id: asked, ...(asked === 'stand_in' ? { seat: seat.seat, bot } : {}) };
  });
}

/** A game of a variant against bots, played out at once. */
export async function finished(
  url: string,
  info: GameInfo,
  variant: VariantInfo,
  seats = variant.seats[0] ?? 1,
  // The first bots of a game are fast, and their strength does not matter here.
  bot: string | null = null,
): Promise<{ seat: Seat; now: Now; agreed: Create['agreed'] }> {
  const agreed = { game: info.game, variant: variant.variant, seats };
  const bots = Array.from({ length: seats - 1 }, () => bot ?? info.bots[0] ?? 'random');
  const sitting = { name: 'Fox 27', avatar: 'fox' };
  const seat = await create(url, { agreed, sit: sitting, bots, start: true });
  return { seat, now: await (bot ? leaveToBot(url, seat, bot) : playOut(url, seat)), agreed };
}
