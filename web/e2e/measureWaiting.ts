/**
 * Measures for how long somebody waits in a whole game for two against a bot, in a real browser with
 * all animations: `node e2e/measureWaiting.ts`, or with the games that follow. A robot moves by
 * mouse as soon as the page asks for its move; waiting is the time in which it does not ask.
 */
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { playAgainst } from './against.ts';
import { launch } from './browser.ts';
import { pick, Player, type Driver } from './player.ts';
import { Server } from './server.ts';

const BOT = 'level4';
const PLAYED = globSync('games/*/drive.ts', { cwd: import.meta.dirname }).map((file) =>
  basename(dirname(file)),
);

/** What the page notes from frame to frame: for how long it asked for a move, or did not. */
interface Noted {
  acting: number;
  waiting: number;
  /** The longest time without being asked. */
  longest: number;
}
declare const noted: Noted;

/** Note it from the first move on. */
function note(): void {
  const found: Noted = { acting: 0, waiting: 0, longest: 0 };
  Object.assign(globalThis, { noted: found });
  let last = 0;
  let stretch = 0;
  const look = (now: number): void => {
    const due = 'due' in (document.getElementById('main')?.dataset ?? {});
    if (due || last) {
      const passed = last ? now - last : 0;
      found[due ? 'acting' : 'waiting'] += passed;
      stretch = due ? 0 : stretch + passed;
      found.longest = Math.max(found.longest, stretch);
      last = now;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Play a whole game, and return what was noted until its end, and how many moves it took. */
async function play(browser: Browser, url: string, game: string) {
  const { driver } = (await import(join(import.meta.dirname, 'games', game, 'drive.ts'))) as {
    driver: Driver;
  };
  const player = await Player.come(browser, 'desk', 'light', { reducedMotion: 'no-preference' });
  try {
    await player.page.addInitScript(note);
    await playAgainst(player.page, url, game, BOT);
    for (let moves = 0; ; moves++) {
      const legal = await player.turn();
      if (!legal) return { ...(await player.page.evaluate(() => noted)), moves };
      await player.make(driver.mouse, pick(legal, moves));
    }
  } finally {
    await player.leave();
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const server = await Server.start();
const browser = await launch();
try {
  const asked = process.argv.slice(2);
  for (const game of asked.length ? asked : PLAYED) {
    const { acting, waiting, longest, moves } = await play(browser, server.url, game);
    console.log(
      `${game}: ${moves} moves in ${seconds(acting + waiting)}, ${seconds(waiting)} of it waiting ` +
        `(${Math.round(waiting / moves)} ms a move, at most ${Math.round(longest)} ms)`,
    );
  }
} finally {
  await browser.close();
  await server.stop();
}
