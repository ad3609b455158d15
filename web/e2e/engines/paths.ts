/** The main paths of the page, in any engine: guides, and a game of each kind against a bot. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tab } from './tab.ts';

/** How a turn of a game is made by keyboard: where the focus goes, if that is there, and the keys. */
export type Turn = { focus: string; keys: string[] }[];

const SIZE = [1440, 900] as const;
const EVENTS = 16; // so many, the bot's among them, show that a game is played
const PATIENCE_MS = 90_000;
const DARK = 60; // the lacquer of a tile is darker than this, of 255, in every engine

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

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function until(tab: Tab, what: string, expression: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await tab.evaluate<boolean>(`Boolean(${expression})`))) {
    assert.ok(Date.now() < end, `${tab.name}: ${what} did not come`);
    await pause(100);
  }
}

const found = (selector: string): string => `document.querySelector(${JSON.stringify(selector)})`;

async function shoot(tab: Tab, folder: string, name: string): Promise<string> {
  const png = await tab.picture();
  const engine = tab.name.split(' ')[0]?.toLowerCase() ?? '';
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}-${engine}.png`), Buffer.from(png, 'base64'));
  return png;
}

/** Which share of what a selector covers is as dark as lacquer in a picture of the page. */
function darkShare(tab: Tab, png: string, selector: string): Promise<number> {
  return tab.evaluate<number>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png}';
    await image.decode();
    const scale = image.width / innerWidth;
    const { left, top, width, height } = ${found(selector)}.getBoundingClientRect();
    const canvas = new OffscreenCanvas(Math.floor(width * scale), Math.floor(height * scale));
    const pen = canvas.getContext('2d');
    pen.drawImage(image, -left * scale, -top * scale);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4)
      dark += Math.max(data[at], data[at + 1], data[at + 2]) < ${DARK};
    return dark / (data.length / 4);
  })()`);
}

/** Open the home page and look at it at the width where cards are narrowest. */
export async function visit(tab: Tab, url: string, folder: string): Promise<void> {
  await tab.resize(1024, 768);
  await tab.go(url);
  await until(tab, 'the home page', found('h1'));
  await pause(500);
  await shoot(tab, folder, 'home');
}

/** Read a game's guide, and play the bot that it offers. */
export async function play(tab: Tab, url: string, game: string, turn: Turn, folder: string) {
  await tab.resize(...SIZE);
  await tab.go(new URL(`learn/${game}`, url).href);
  await until(tab, 'the guide', found('.foot .btn.pri'));
  await tab.evaluate(`(window.complaints = [],
    addEventListener('error', ({ message }) => window.complaints.push(message)),
    addEventListener('unhandledrejection', ({ reason }) => window.complaints.push(String(reason))),
    document.fonts.ready.then(() => 0))`);
  await shoot(tab, folder, `${game}-guide`);
  await tab.evaluate(`${found('.foot .btn.pri')}.click()`);
  await until(tab, 'the table', `location.href.includes('LOCAL-')`);
  const end = Date.now() + PATIENCE_MS;
  while ((await tab.evaluate<number>(KEPT)) < EVENTS) {
    if (Date.now() > end) {
      await shoot(tab, folder, `${game}-stuck`);
      assert.fail(`${tab.name}: ${game} is not played on`);
    }
    for (const { focus, keys } of turn) {
      const there = await tab.evaluate<boolean>(
        `Boolean(${found(focus)}) && (${found(focus)}.focus(), true)`,
      );
      if (there) await tab.press(...keys);
      await pause(60);
    }
  }
  await pause(600); // tiles that were drawn come to lie
  const png = await shoot(tab, folder, `${game}-table`);
  if (await tab.evaluate<boolean>(`Boolean(${found('.rack .slot')})`)) {
    const share = await darkShare(tab, png, '.rack .slot');
    assert.ok(share > 0.08, `${tab.name}: only ${Math.round(100 * share)} % of a tile is dark`);
  }
  assert.deepEqual(await tab.evaluate('window.complaints'), [], `${tab.name}: errors in the page`);
}
