/** Pictures of a page in any engine, and what can be measured in them. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tab } from './tab.ts';

export const DESK = [1440, 900] as const;
/** A phone with its browser's bars. */
export const PHONE = [390, 664] as const;

const DARK = 48; // the ground of a tile is darker than this, of 255, in every engine
const LEAST_DARK = 0.08; // of what a place in the rack covers
const AWAY = 40; // a pixel behind words so far from their ground, of 255, belongs to a drawing
const MOST_AWAY = 0.03;

export const found = (selector: string): string =>
  `document.querySelector(${JSON.stringify(selector)})`;
export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Take a picture, and keep it under a name. */
export async function shoot(tab: Tab, folder: string, name: string): Promise<string> {
  const png = await tab.picture();
  const engine = tab.name.split(' ')[0]?.toLowerCase() ?? '';
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}-${engine}.png`), Buffer.from(png, 'base64'));
  return png;
}

/**
 * Take a picture as on a phone, where nothing may be wider than the screen; then be a desk again.
 * The window of WebKit has a least width.
 */
export async function shootPhone(tab: Tab, folder: string, name: string): Promise<void> {
  await tab.resize(...PHONE);
  await pause(400);
  await shoot(tab, folder, `${name}-phone`);
  const [wide, screen] = await tab.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  assert.ok(screen < PHONE[0] + 60, `${tab.name}: the window is not as narrow as a phone`);
  assert.ok(wide <= screen + 1, `${tab.name}: ${name} is ${wide} wide on a phone`);
  await tab.resize(...DESK);
  await pause(400);
}

/** An expression that reads the pixels of a picture of the page inside boxes, as `read(box)`. */
const withPixels = (png: string, body: string): string => `(async () => {
  const image = new Image();
  image.src = 'data:image/png;base64,${png}';
  await image.decode();
  const scale = image.width / innerWidth;
  const read = ({ left, top, width, height }) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, height].map((n) => Math.max(1, Math.floor(n * scale)));
    const pen = canvas.getContext('2d');
    pen.drawImage(image, -left * scale, -top * scale);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    return Array.from({ length: data.length / 4 }, (_, n) => [...data.slice(4 * n, 4 * n + 3)]);
  };
  ${body}
})()`;

/** Check that the ground of a tile is nearly black, so that all six colours stand out on it. */
export async function assertDark(tab: Tab, png: string, selector: string): Promise<void> {
  const share = await tab.evaluate<number>(
    withPixels(
      png,
      `const pixels = read(${found(selector)}.getBoundingClientRect());
      return pixels.filter((one) => Math.max(...one) < ${DARK}).length / pixels.length;`,
    ),
  );
  const text = `${tab.name}: only ${Math.round(100 * share)} % of a tile is dark`;
  assert.ok(share > LEAST_DARK, text);
}

/** Check that no drawing lies behind or over words, by a picture in which the words are hidden. */
export async function assertClear(tab: Tab, folder: string, selector: string): Promise<void> {
  const all = JSON.stringify(selector);
  await tab.evaluate(`document.querySelectorAll(${all}).forEach(({ style }) =>
    style.setProperty('color', 'transparent', 'important')) ?? 0`);
  await tab.evaluate(`document.querySelector(${all}).scrollIntoView({ block: 'center' }) ?? 0`);
  await pause(300);
  const png = await shoot(tab, folder, 'cards-without-words');
  const bad = await tab.evaluate<string[]>(
    withPixels(
      png,
      `const inView = ({ top, bottom }) => top >= 0 && bottom <= innerHeight;
      return [...document.querySelectorAll(${all})].flatMap((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return [...range.getClientRects()].filter(inView).flatMap((box) => {
          const pixels = read(box);
          const ground = [0, 1, 2].map(
            (n) => pixels.map((one) => one[n]).sort((a, b) => a - b)[pixels.length >> 1]);
          const away = pixels.filter((one) =>
            one.some((value, n) => Math.abs(value - ground[n]) > ${AWAY}));
          return away.length > ${MOST_AWAY} * pixels.length ? [one.textContent.trim()] : [];
        });
      });`,
    ),
  );
  assert.deepEqual(bad, [], `${tab.name}: a drawing lies over words`);
}
