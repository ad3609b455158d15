/**
 * Measures tables in the page in a real browser: `node e2e/measureLocal.ts`, or with the games that
 * follow. From the address to a bot's first move, with a fresh profile; what a champion's move takes
 * in its worker; and the longest time for which the page could not paint meanwhile.
 */
import type { Browser } from 'playwright-core';
import type { News, Now } from '../src/wire/messages.ts';
import { playAgainst } from './against.ts';
import { games } from './api.ts';
import { launch, person } from './browser.ts';
import { Server } from './server.ts';

const RUNS = 3;
const MOVES = 12;

/** What the page notes of its worker. */
interface Noted {
  worker: Worker | null;
  /** The connection to the table. */
  wire: number;
  now: Now | null;
  /** When the last news of the game came, and how long each of a bot's took. */
  at: number;
  took: number[];
  /** The longest time between two frames since the last move, in ms. */
  gap: number;
}
declare const noted: Noted;

/** Note what the worker says, and when; nobody waits for effect. */
function note(): void {
  const found: Noted = { worker: null, wire: 0, now: null, at: 0, took: [], gap: 0 };
  Object.assign(globalThis, { noted: found });
  let frame = performance.now();
  const paint = (now: number): void => {
    found.gap = Math.max(found.gap, now - frame);
    frame = now;
    requestAnimationFrame(paint);
  };
  requestAnimationFrame(paint);
  const { Worker: Own } = globalThis;
  globalThis.Worker = class extends Own {
    constructor(...given: ConstructorParameters<typeof Own>) {
      super(...given);
      found.worker = this;
      this.addEventListener('message', ({ data }: MessageEvent) => {
        const news = data.k === 'news' ? (JSON.parse(data.text) as News) : null;
        if (!news || !('now' in news) || !news.now) return;
        const mover = found.now?.waiting[0];
        if (found.now && found.now.v !== news.now.v && mover !== 0)
          found.took.push(performance.now() - found.at);
        [found.wire, found.now, found.at] = [data.n, news.now, performance.now()];
      });
    }
  };
}

/** Make any legal move if it is one's turn; return how many moves bots have made, and the end. */
function step(): { made: number; over: boolean } {
  const { now, worker, wire, took } = noted;
  const move = now?.waiting.includes(0) && !now.mine ? now.legal?.[0] : undefined;
  if (move !== undefined && now) {
    const text = JSON.stringify({ t: 'move', id: `m${now.v}`, v: now.v, move });
    worker?.postMessage({ k: 'say', n: wire, text });
  }
  return { made: took.length, over: Boolean(now?.result) };
}

/** Start a game against a bot, and play some moves of it. */
async function play(browser: Browser, url: string, game: string, bot: string, moves: number) {
  const { context, page } = await person(browser, 'phone', 'light', { reducedMotion: 'reduce' });
  try {
    await page.addInitScript(note);
    await playAgainst(page, url, game, bot);
    let first = 0;
    for (;;) {
      const { made, over } = await page.evaluate(step);
      if (made && !first) {
        first = await page.evaluate(() => noted.at);
        await page.evaluate(() => void (noted.gap = 0)); // loading is over
      }
      if (made >= moves || over) break;
      await page.waitForTimeout(20);
    }
    const { took, gap } = await page.evaluate(() => ({ took: noted.took, gap: noted.gap }));
    return { first, took, gap };
  } finally {
    await context.close();
  }
}

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;

const server = await Server.start();
const browser = await launch();
try {
  const asked = process.argv.slice(2);
  const known = (await games(server.url)).map(({ game }) => game);
  for (const game of asked.length ? asked : known) {
    const opened: number[] = [];
    for (let n = 0; n < RUNS; n++)
      opened.push((await play(browser, server.url, game, 'level4', 1)).first);
    const { took, gap } = await play(browser, server.url, game, 'level8', MOVES);
    console.log(
      `${game}: address to a bot's first move ${Math.round(median(opened))} ms (median of ${RUNS}); ` +
        `champion's move ${Math.round(median(took))} ms (median of ${took.length}), ` +
        `longest ${Math.round(Math.max(...took))} ms, page still for at most ${Math.round(gap)} ms`,
    );
  }
} finally {
  await browser.close();
  await server.stop();
}
