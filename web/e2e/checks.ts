/** What every page owes: no errors, no findings of axe, no bare keys, nothing that overflows. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);
let engine = '';

interface Finding {
  id: string;
  impact: string | null;
  help: string;
  nodes: { target: string[]; failureSummary?: string }[];
}

/** Collect what a page complains about, from now on. */
export function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.stack ?? error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') found.push(line.text());
  });
  return found;
}

/** Let axe-core look at the page as it is now; returns what it finds. */
export async function accessible(page: Page): Promise<string[]> {
  engine ||= await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(engine);
  const found = await page.evaluate(async () => {
    const axe = (globalThis as unknown as { axe: { run(options: object): Promise<object> } }).axe;
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    return axe.run({ runOnly: { type: 'tag', values: tags } });
  });
  return (found as { violations: Finding[] }).violations.map(
    (one) =>
      `${one.id} (${one.impact}): ${one.help}\n${one.nodes.slice(0, 5).map(told).join('\n')}`,
  );
}

function told(node: Finding['nodes'][number]): string {
  return `  ${node.target.join(' ')}: ${node.failureSummary?.split('\n').slice(1).join(';') ?? ''}`;
}

/** The bare keys that stand where a word is missing. */
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

/** What sticks out of the page to the right, and labels that stick out of their buttons. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    const found: string[] = [];
    const name = (one: Element): string =>
      `${one.tagName.toLowerCase()}.${[...one.classList].join('.')} "${one.textContent?.trim().slice(0, 40)}"`;
    if (document.documentElement.scrollWidth > wide + 1)
      found.push(`the page is ${document.documentElement.scrollWidth} wide, the screen ${wide}`);
    for (const one of document.querySelectorAll<HTMLElement>('button, a, label, h1, h2, h3')) {
      if (!one.offsetParent || one.closest('.unseen')) continue;
      const own = getComputedStyle(one);
      if (own.overflowX !== 'visible' && own.textOverflow === 'ellipsis') continue;
      if (one.scrollWidth > one.clientWidth + 2 && one.clientWidth > 0 && own.display !== 'inline')
        found.push(`${name(one)}: ${one.scrollWidth} in ${one.clientWidth}`);
      const box = one.getBoundingClientRect();
      const hidden = one.closest('[data-scrolls], pre');
      if (box.width > 0 && box.right > wide + 1 && box.left < wide && !hidden)
        found.push(`${name(one)} ends at ${Math.round(box.right)} of ${wide}`);
    }
    return found;
  });
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
