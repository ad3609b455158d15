/** The Chromium of all other tests, so that its pictures lie beside those of the others. */
import { launch } from '../browser.ts';
import { ENTER, SPACE, type Open } from './tab.ts';

const NAMES: Record<string, string> = { [ENTER]: 'Enter', [SPACE]: 'Space' };

export const openChromium: Open = async () => {
  const browser = await launch();
  const page = await browser.newPage();
  return {
    name: `Chromium ${browser.version()}`,
    go: async (url) => {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(NAMES[key] ?? key);
    },
    picture: async () => (await page.screenshot()).toString('base64'),
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => browser.close(),
  };
};
