/** Checks that a table is on the screen at once: nothing that decides is outside, covered or small. */
import type { Page } from 'playwright-core';

/** The least side of what a finger presses; cells of a board may be smaller: one can come nearer. */
const FINGER = 44;

/** Find what a player would have to scroll to, cannot see, or can hardly hit. */
export async function fits(page: Page, least = FINGER): Promise<string[]> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const running = document.getAnimations().filter((one) => {
      const { endTime } = one.effect?.getComputedTiming() ?? {};
      return typeof endTime === 'number' && Number.isFinite(endTime);
    });
    await Promise.all(running.map((one) => one.finished.catch(() => undefined)));
  });
  // A page that is too wide makes the window of a phone larger: what counts is its screen.
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return page.evaluate(
    ({ target, width: innerWidth, height: innerHeight }) => {
      const found: string[] = [];
      const page = document.documentElement;
      if (page.scrollHeight > innerHeight + 1) found.push(`the page is ${page.scrollHeight} high`);
      if (page.scrollWidth > innerWidth + 1) found.push(`the page is ${page.scrollWidth} wide`);
      const told = (one: Element | null): string => {
        const name = one?.getAttribute('aria-label') ?? one?.textContent?.trim().slice(0, 30) ?? '';
        return `${one?.tagName}.${one?.getAttribute('class') ?? ''} "${name}"`;
      };
      /** What is seen of an element: nothing where it is only heard, or faded away. */
      const seen = (one: Element): DOMRect | null => {
        const box = one.getBoundingClientRect();
        const shown = one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
        return shown && box.width > 2 && box.height > 2 && !one.closest('.unseen') ? box : null;
      };
      const same = (a: Element, b: Element | null): boolean =>
        a.contains(b) || Boolean(a.closest('[data-lesson]')?.contains(b));
      // Other things may lie on a table's cloth; on these, nothing may.
      const pressed = 'button, tr, [data-seat], .card';
      const looked =
        'main button, main [data-lesson], main tbody tr, main [data-seat], main .card, main [data-lesson] img';
      for (const one of document.querySelectorAll(looked)) {
        const box = seen(one);
        if (!box) continue;
        const out =
          box.left < -1 ||
          box.top < -1 ||
          box.right > innerWidth + 1 ||
          box.bottom > innerHeight + 1;
        if (out) {
          const at = [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ');
          found.push(`${told(one)} is outside: ${at}`);
          continue;
        }
        if (getComputedStyle(one).pointerEvents === 'none' || !one.matches(pressed)) continue;
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const there = document.elementFromPoint(x, y);
        if (!same(one, there)) found.push(`${told(one)} lies under ${told(there)}`);
      }
      // What is drawn smaller may be hit round it.
      const hit = (one: Element, x: number, y: number): boolean =>
        one.contains(document.elementFromPoint(x, y));
      for (const one of document.querySelectorAll(
        'main button:not([data-cell]), header button, main a.btn',
      )) {
        const box = seen(one);
        if (!box) continue;
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const [wide, high] = [target / 2 - 1, target / 2 - 1];
        const narrow =
          box.width < target - 0.5 && !(hit(one, x - wide, y) && hit(one, x + wide, y));
        const low = box.height < target - 0.5 && !(hit(one, x, y - high) && hit(one, x, y + high));
        if (narrow || low)
          found.push(`${told(one)} is only ${Math.round(box.width)} × ${Math.round(box.height)}`);
      }
      for (const cell of document.querySelectorAll('[data-cell]')) {
        const box = cell.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const there = document.elementFromPoint(x, y);
        if (!there?.closest('[role="grid"]') && !there?.querySelector('[data-cell]'))
          found.push(`cell ${cell.getAttribute('data-cell')} lies under ${told(there)}`);
      }
      return [...new Set(found)];
    },
    { target: least, width, height },
  );
}
