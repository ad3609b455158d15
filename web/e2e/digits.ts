/** Draws the digits of the pictures that a server draws: `node e2e/digits.ts`, after a change of font. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { launch } from './browser.ts';

const root = join(import.meta.dirname, '..');
const font = join(
  root,
  'node_modules/@fontsource-variable/bricolage-grotesque/files',
  'bricolage-grotesque-latin-wght-normal.woff2',
);
const into = join(root, '..', 'src', 'hexade', 'server', 'net', 'digits.json');
// Large for two numbers, small for more.
const SIZES = [96, 54];
const SIGNS = '0123456789:';

interface Glyph {
  width: number;
  height: number;
  grey: number[];
}

const browser = await launch();
try {
  const page = await browser.newPage();
  const data = (await readFile(font)).toString('base64');
  const drawn = await page.evaluate(
    async ({ sizes, signs, address }) => {
      const face = new FontFace('digits', `url(${address})`, { weight: '200 800' });
      document.fonts.add(await face.load());
      const glyph = (sign: string, size: number): Glyph => {
        const canvas = document.createElement('canvas');
        const pen = canvas.getContext('2d');
        if (!pen) throw new Error('no canvas');
        pen.font = `800 ${size}px digits`;
        const width = Math.ceil(pen.measureText(sign).width);
        Object.assign(canvas, { width, height: size });
        pen.font = `800 ${size}px digits`;
        pen.textBaseline = 'alphabetic';
        pen.fillText(sign, 0, size * 0.86);
        const { data: pixels } = pen.getImageData(0, 0, width, size);
        const grey = Array.from({ length: width * size }, (_, n) => pixels[4 * n + 3] ?? 0);
        return { width, height: size, grey };
      };
      return sizes.map((size) => [...signs].map((sign) => glyph(sign, size)));
    },
    { sizes: SIZES, signs: SIGNS, address: `data:font/woff2;base64,${data}` },
  );
  const told = Object.fromEntries(
    SIZES.map((size, n) => [
      size,
      Object.fromEntries(
        (drawn[n] ?? []).map(({ width, grey }, i) => [
          SIGNS.charAt(i),
          { width, grey: deflateSync(Buffer.from(grey), { level: 9 }).toString('base64') },
        ]),
      ),
    ]),
  );
  await writeFile(into, `${JSON.stringify(told, null, 1)}\n`);
} finally {
  await browser.close();
}
