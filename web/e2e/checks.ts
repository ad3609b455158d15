/** Checks for every page: no errors, no findings of axe, no bare keys, no overflow. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { Theme } from './browser.ts';

const require = createRequire(import.meta.url);
let engine = '';

interface Finding {
  id: string;
  impact: string | null;
  help: string;
  nodes: { target: string[]; failureSummary?: string }[];
}

/** Collect the errors of a page from now on. */
export function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.stack ?? error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') found.push(`${line.text()} ${line.location().url}`);
  });
  return found;
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Axe {
  getRules(tags: string[]): { ruleId: string; tags: string[] }[];
  run(options: object): Promise<object>;
}

/** Run axe-core on the page, all of its rules or those of a category; returns its findings. */
export async function accessible(page: Page, category?: string): Promise<string[]> {
  engine ||= await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(engine);
  const found = await page.evaluate(
    async ({ tags, only }) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const rules = axe.getRules(tags).filter((rule) => rule.tags.includes(only ?? ''));
      const runOnly = only
        ? { type: 'rule', values: rules.map(({ ruleId }) => ruleId) }
        : { type: 'tag', values: tags };
      // Only violations are reported in full, and no rule needs the style sheets again.
      return axe.run({ runOnly, resultTypes: ['violations'], preload: false });
    },
    { tags: TAGS, only: category },
  );
  return (found as { violations: Finding[] }).violations.map(
    (one) =>
      `${one.id} (${one.impact}): ${one.help}\n${one.nodes.slice(0, 5).map(told).join('\n')}`,
  );
}

/** Run axe-core on the light page, and on the dark one the rules that look at colours. */
export async function accessibleInBothThemes(page: Page): Promise<string[]> {
  const found = await accessible(page);
  await dress(page, 'dark');
  const dark = await accessible(page, 'cat.color');
  await dress(page, 'light');
  return [...found, ...dark.map((finding) => `dark: ${finding}`)];
}

/** Show the page in a theme, as the system of a person asks for it. */
export async function dress(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((name) => document.documentElement.dataset.theme === name, theme);
}

function told(node: Finding['nodes'][number]): string {
  return `  ${node.target.join(' ')}: ${node.failureSummary?.split('\n').slice(1).join(';') ?? ''}`;
}

/** The bare keys on the page: their words are missing. */
export function worded(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const key = /^[a-z_]+(\.[A-Za-z0-9_-]+)+~*$/;
    const found: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const text = walk.currentNode.textContent?.trim() ?? '';
      if (key.test(text)) found.push(text);
    }
    for (const one of document.querySelectorAll('[aria-label],[title],[placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) {
        const text = one.getAttribute(name) ?? '';
        if (key.test(text)) found.push(text);
      }
    return [...new Set(found)];
  });
}

/** Text that sticks out of the screen, of its button, or of something that cuts it off. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    const found: string[] = [];
    if (document.documentElement.scrollWidth > wide + 1)
      found.push(`the page is ${document.documentElement.scrollWidth} wide, the screen ${wide}`);
    const scrolls = (style: CSSStyleDeclaration): boolean => /auto|scroll/.test(style.overflowX);
    const cuts = (style: CSSStyleDeclaration): boolean => /hidden|clip/.test(style.overflowX);
    // The ancestors of a text must contain it, up to the first that scrolls.
    const held = (text: Node, box: DOMRect): string => {
      for (let one = text.parentElement; one; one = one.parentElement) {
        const style = getComputedStyle(one);
        if (style.textOverflow === 'ellipsis' || scrolls(style)) return '';
        const around = one.getBoundingClientRect();
        if (around.width <= 2 || style.clipPath.startsWith('inset')) return ''; // only heard
        const holds = one.matches('button, a.btn, .chip, .panel, label') || cuts(style);
        if (holds && box.right > around.right + 2) return `${one.tagName}.${one.className}`;
      }
      return box.right > wide + 1 ? 'the screen' : '';
    };
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const text = walk.currentNode;
      if (!text.textContent?.trim() || text.parentElement?.closest('.unseen, .skip, svg')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (box.width < 1 || box.height < 1) continue;
      const out = held(text, box);
      if (out) found.push(`"${text.textContent.trim().slice(0, 50)}" sticks out of ${out}`);
    }
    return [...new Set(found)];
  });
}

/**
 * What scrolling down cannot reach: text above or left of the page, text that is cut off at the
 * bottom, and fixed elements that leave too little of a low screen to the rest.
 */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const high = innerHeight;
    const told = (one: Element): string => `${one.tagName}.${String(one.getAttribute('class'))}`;
    const stuck = [...document.querySelectorAll('body *')].filter((one) => {
      const style = getComputedStyle(one);
      const box = one.getBoundingClientRect();
      const fixed = style.position === 'fixed' || style.position === 'sticky';
      return fixed && style.visibility !== 'hidden' && box.height > 0 && box.width > 100;
    });
    for (const one of stuck) {
      const { height } = one.getBoundingClientRect();
      if (height > high * 0.6) found.push(`${told(one)} stays and takes ${height} of ${high}`);
    }
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const text = walk.currentNode;
      const parent = text.parentElement;
      if (!text.textContent?.trim() || parent?.closest('.unseen, .skip, svg')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (box.width < 1 || box.height < 1) continue;
      const words = `"${text.textContent.trim().slice(0, 50)}"`;
      if (box.left < -1 || box.top + scrollY < -1) found.push(`${words} is outside the page`);
      for (let one = parent; one && one !== document.body; one = one.parentElement) {
        const style = getComputedStyle(one);
        if (/auto|scroll/.test(style.overflowY) || style.position === 'fixed') break;
        const around = one.getBoundingClientRect();
        if (around.width <= 2 || style.clipPath.startsWith('inset')) break; // only heard
        if (style.textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth + 1)
          found.push(`${words} is shortened`);
        if (/hidden|clip/.test(style.overflowY) && box.bottom > around.bottom + 2)
          found.push(`${words} is cut off at the foot of ${told(one)}`);
      }
    }
    return [...new Set(found)];
  });
}

/** Words of names that are broken over two lines: a name may break between its words only. */
export function broken(page: Page, names: string[]): Promise<string[]> {
  return page.evaluate(
    (words) => {
      const found: string[] = [];
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const text = walk.currentNode;
        if (text.parentElement?.closest('.unseen, .skip, svg')) continue;
        for (const word of words) {
          const from = text.textContent?.indexOf(word) ?? -1;
          if (from < 0) continue;
          const range = document.createRange();
          range.setStart(text, from);
          range.setEnd(text, from + word.length);
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          const around = text.parentElement?.closest('[class]');
          if (tops.size > 1) found.push(`"${word}" is broken in ${around?.outerHTML.slice(0, 60)}`);
        }
      }
      return [...new Set(found)];
    },
    names.flatMap((name) => name.split(' ')).filter((word) => word.length > 1),
  );
}

/** Words of a name in one line without a space between them. */
export function glued(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.words')].flatMap((name) => {
      const words = [...name.querySelectorAll('.word')];
      return words.slice(1).flatMap((word, n) => {
        const [before, after] = [words[n]?.getBoundingClientRect(), word.getBoundingClientRect()];
        const beside = before && after.height > 0 && Math.abs(before.top - after.top) < 2;
        return beside && after.left - before.right < 1
          ? [`"${name.textContent}" has no space before "${word.textContent}"`]
          : [];
      });
    }),
  );
}

/** Count layout shifts from the first paint on: call before the page is opened. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { sum: 0, what: [] as string[] };
    (globalThis as unknown as { shifts: typeof seen }).shifts = seen;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number;
        hadRecentInput: boolean;
        sources?: { node?: Node }[];
      }[])
        if (!entry.hadRecentInput) seen.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum);
}
