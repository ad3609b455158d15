/** The server's interface, spoken directly: tables for tests, and games played out at once. */
import type { BrowserContext } from 'playwright-core';
import type {
  Create,
  GameInfo,
  News,
  Now,
  Replay,
  Seated,
  VariantInfo,
} from '../src/wire/messages.ts';

export interface Seat extends Seated {
  seat: number;
  token: string;
}

async function answered<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Ask the server for something. */
export async function get<T>(url: string, path: string): Promise<T> {
  return answered<T>(await fetch(`${url}/api${path}`));
}

/** Make a table and sit at it. */
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
export const replayOf = (url: string, id: string): Promise<Replay> => get(url, `/replays/${id}`);

/** Give a browser the seat, as if it had sat down itself. */
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

/** Play one's seat until the game is over, or until `stop` says so; returns what is known then. */
export function playOut(url: string, seat: Seat, stop?: (now: Now) => boolean): Promise<Now> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/tables/${seat.code}/socket`);
  let count = 0;
  return new Promise<Now>((done, fail) => {
    const look = (now: Now): void => {
      if (now.result || stop?.(now)) {
        socket.close();
        done(now);
      } else if (now.waiting.includes(seat.seat) && now.legal?.length && !now.mine)
        socket.send(JSON.stringify({ t: 'move', v: now.v, id: `p${++count}`, move: chosen(now) }));
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

/** A game of a variant against bots, played out at once. */
export async function finished(
  url: string,
  info: GameInfo,
  variant: VariantInfo,
  seats = variant.seats[0] ?? 1,
): Promise<{ seat: Seat; now: Now; agreed: Create['agreed'] }> {
  const agreed = { game: info.game, variant: variant.variant, seats };
  // The first bots of a game do not think: nobody looks at how well they play.
  const bots = Array.from({ length: seats - 1 }, () => info.bots[0] ?? 'random');
  const sitting = { name: 'Fox 27', avatar: 'fox' };
  const seat = await create(url, { agreed, sit: sitting, bots, start: true });
  return { seat, now: await playOut(url, seat), agreed };
}
