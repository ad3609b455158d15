/** Takes pictures of a page: `node e2e/screenshotPage.ts URL NAME [FOLDER]` writes desk/phone × light/dark. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, person } from './browser.ts';
import type { Screen, Theme } from './browser.ts';

const [url, name = 'page', folder = join(import.meta.dirname, '..', 'artefacts')] =
  process.argv.slice(2);
if (!url) throw new Error('usage: node e2e/screenshotPage.ts URL [NAME] [FOLDER]');

await mkdir(folder, { recursive: true });
const browser = await launch();
try {
  for (const screen of ['desk', 'phone'] satisfies Screen[])
    for (const theme of ['light', 'dark'] satisfies Theme[]) {
      const { context, page } = await person(browser, screen, theme);
      page.on('console', (line) => line.type() === 'error' && console.error(line.text()));
      page.on('pageerror', (error) => console.error(error.message));
      await page.goto(url, { waitUntil: 'load' });
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(600);
      const path = join(folder, `${name}-${screen}-${theme}.png`);
      await page.screenshot({ path });
      console.log(path);
      await context.close();
    }
} finally {
  await browser.close();
}
