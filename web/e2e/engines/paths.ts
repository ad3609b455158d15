/**
 * The main paths of the page, in any engine: home, the puzzle of the day, the guides, and a game of
 * each kind against a bot to its end and its replay; each on a desk and a phone.
 */
import assert from 'node:assert/strict';
import { assertClear, assertDark, DESK, found, pause, shoot, shootPhone } from './pictures.ts';
import type { Tab } from './tab.ts';

/** How a turn of a game is made by keyboard: where the focus goes, if that is there, and the keys. */
export type Turn = { focus: string; keys: string[] }[];

const EVENTS = 16; // so many, the bot's among them, show that a game is played
const PATIENCE_MS = 90_000;
const GAME_MS = 300_000;

// How many events of the table that is open this browser has kept.
const KEPT = `new Promise((done, failed) => {
  const opened = indexedDB.open('hexade');
  opened.onerror = failed;
  opened.onsuccess = () => {
    const asked = opened.result.transaction('tables').objectStore('tables').getAll();
    asked.onsuccess = () => {
      opened.result.close();
      done(asked.result.find(({ code }) => location.href.includes(code))?.events.length ?? 0);
    };
  };
})`;

async function until(tab: Tab, what: string, expression: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await tab.evaluate<boolean>(`Boolean(${expression})`))) {
    if (Date.now() > end) {
      const text = await tab.evaluate<string>('location.href + document.body.innerText');
      assert.fail(`${tab.name}: ${what} did not come; there is: ${text.slice(0, 400)}`);
    }
    await pause(100);
  }
}

/** Note what goes wrong in the page from now on. */
const listen = (tab: Tab): Promise<unknown> =>
  tab.evaluate(`(window.complaints = [],
    addEventListener('error', ({ message }) => window.complaints.push(message)),
    addEventListener('unhandledrejection', ({ reason }) => window.complaints.push(String(reason))),
    document.fonts.ready.then(() => 0))`);

async function assertSound(tab: Tab): Promise<void> {
  assert.deepEqual(await tab.evaluate('window.complaints'), [], `${tab.name}: errors in the page`);
}

/** Open the home page, and look at it at the width where its cards are narrowest. */
export async function visit(tab: Tab, url: string, folder: string): Promise<void> {
  await tab.resize(1024, 768);
  await tab.go(url);
  await until(tab, 'the home page', found('.gc .blurb'));
  await pause(500);
  await shoot(tab, folder, 'home');
  await assertClear(tab, folder, '.gc :is(.title, .facts, .blurb)');
  await tab.go(url);
  await until(tab, 'the home page', found('.gc'));
  await shootPhone(tab, folder, 'home');
}

/** Open the puzzle of the day. */
export async function solve(tab: Tab, url: string, folder: string): Promise<void> {
  await tab.resize(...DESK);
  await tab.go(new URL('daily', url).href);
  await until(tab, 'the puzzle', found('main[data-day] [data-cell], main[data-day] .hand button'));
  await listen(tab);
  await pause(500);
  await shoot(tab, folder, 'daily');
  await shootPhone(tab, folder, 'daily');
  await assertSound(tab);
}

/** Play by keyboard until something is there or true. */
async function playUntil(
  tab: Tab,
  turn: Turn,
  there: string,
  patience: number,
  stuck: () => unknown,
) {
  const end = Date.now() + patience;
  while (!(await tab.evaluate<boolean>(`(async () => Boolean(await (${there})))()`))) {
    if (Date.now() > end) {
      await stuck();
      assert.fail(`${tab.name}: the game is not played on`);
    }
    for (const { focus, keys } of turn) {
      const focused = await tab.evaluate<boolean>(
        `Boolean(${found(focus)}) && (${found(focus)}.focus(), true)`,
      );
      if (focused) await tab.press(...keys);
      await pause(60);
    }
  }
}

/** Read a game's guide, and play the bot that it offers: to the end, and look at the replay. */
export async function play(tab: Tab, url: string, game: string, turn: Turn, folder: string) {
  const stuck = (): unknown => shoot(tab, folder, `${game}-stuck`);
  await tab.resize(...DESK);
  await tab.go(new URL(`learn/${game}`, url).href);
  await until(tab, 'the guide', found('.foot .btn.pri'));
  await listen(tab);
  await shoot(tab, folder, `${game}-guide`);
  await tab.evaluate(`${found('.foot .btn.pri')}.click()`);
  await until(tab, 'the table', `location.href.includes('LOCAL-')`);
  await playUntil(tab, turn, `${KEPT}.then((n) => n >= ${EVENTS})`, PATIENCE_MS, stuck);
  await pause(600); // tiles that were drawn come to lie
  const png = await shoot(tab, folder, `${game}-table`);
  if (await tab.evaluate<boolean>(`Boolean(${found('.rack .slot')})`))
    await assertDark(tab, png, '.rack .slot');
  await shootPhone(tab, folder, `${game}-table`);
  await assertSound(tab);

  // The rest without animations, from a table that is opened again.
  const code = await tab.evaluate<string>(`location.pathname.split('/').at(-1)`);
  await tab.evaluate(`localStorage.setItem('hexade.settings', '{"speed":0}') ?? 0`);
  await tab.go(new URL(`t/${code}`, url).href);
  await until(tab, 'the table', found('main'));
  await listen(tab);
  await playUntil(tab, turn, found('.end .acts'), GAME_MS, stuck);
  await pause(600);
  await shoot(tab, folder, `${game}-end`);
  await shootPhone(tab, folder, `${game}-end`);
  await assertSound(tab);
  await tab.go(new URL(`r/${code}.1`, url).href);
  await until(tab, 'the replay', found('[role="slider"], input[type="range"]'));
  await listen(tab);
  await pause(600);
  await shoot(tab, folder, `${game}-replay`);
  await shootPhone(tab, folder, `${game}-replay`);
  await assertSound(tab);
  await tab.evaluate(`localStorage.removeItem('hexade.settings') ?? 0`);
}
