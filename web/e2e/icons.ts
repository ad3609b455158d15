/** Draws the icons of the installed page from the logo: `node e2e/icons.ts`, after a change of it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch } from './browser.ts';

const folder = join(import.meta.dirname, '..', 'public', 'icons');
// Each icon: its side, how much of it the logo takes, and whether it stands on paper.
const ICONS: Record<string, { side: number; share: number; paper: boolean }> = {
  'logo-192': { side: 192, share: 1, paper: false },
  'logo-512': { side: 512, share: 1, paper: false },
  'maskable-512': { side: 512, share: 0.62, paper: true }, // phones cut a circle out of it
  'apple-180': { side: 180, share: 0.8, paper: true },
};

const logo = await readFile(join(folder, 'logo.svg'), 'utf8');
const browser = await launch();
try {
  for (const [name, { side, share, paper }] of Object.entries(ICONS)) {
    const page = await browser.newPage({ viewport: { width: side, height: side } });
    await page.setContent(
      `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${paper ? '#F8F4EB' : 'transparent'}">
       <div style="width:${side * share}px;height:${side * share}px">${logo}</div>`,
    );
    const picture = await page.screenshot({ omitBackground: !paper });
    await writeFile(join(folder, `${name}.png`), picture);
    await page.close();
  }
} finally {
  await browser.close();
}
