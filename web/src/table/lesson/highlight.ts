/** Highlights the thing that a step speaks of, also while the page changes. */

const RING = 'data-ringed';

const found = (names: string[]): HTMLElement | null =>
  names
    .map((name) => document.querySelector<HTMLElement>(`[data-lesson="${name}"]`))
    .find((one) => one !== null) ?? null;

/** Highlight the first of these things that is on the page; returns it if it is new. */
export function highlight(names: string[]): HTMLElement | null {
  const target = found(names);
  for (const one of document.querySelectorAll(`[${RING}]`))
    if (one !== target) one.removeAttribute(RING);
  if (!target || target.hasAttribute(RING)) return null;
  target.setAttribute(RING, '');
  return target;
}

/** What stays in place while the page scrolls, round an element or the element itself. */
function stuck(from: Element | null): Element | null {
  for (let one = from; one; one = one.parentElement)
    if (/fixed|sticky/.test(getComputedStyle(one).position)) return one;
  return null;
}

/** Down to where a column of the screen is free of what stays at its foot. */
function foot(x: number): number {
  let y = innerHeight;
  for (let n = 0; n < 4; n++) {
    const over = stuck(document.elementFromPoint(x, y - 2));
    if (!over) break;
    y = over.getBoundingClientRect().top;
  }
  return y;
}

const AIR = 12;

/** Bring a thing into view, unless all of it can be seen: nothing moves without need. */
export function reveal(target: HTMLElement, calm: boolean): void {
  if (stuck(target)) return;
  const behavior = calm ? 'auto' : 'smooth';
  const box = target.getBoundingClientRect();
  const end = foot(box.left + box.width / 2);
  const below = box.bottom + AIR - end;
  if (below <= 0 && box.top >= 0) return;
  // From its top the page is as one knows it; else no further than the thing's own top.
  const fromTop = box.bottom + scrollY + AIR <= end;
  const top = fromTop ? -scrollY : Math.min(below, box.top - AIR);
  if (scrolls()) scrollBy({ top, behavior });
  else target.scrollIntoView({ block: 'nearest', behavior }); // in something that scrolls inside
}

/** Whether the page as a whole is longer than the window. */
export const scrolls = (): boolean => document.documentElement.scrollHeight > innerHeight + 1;

/** Call back whenever things come, go or are chosen; returns what stops it. */
export function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  const attributeFilter = ['aria-pressed', 'data-lesson', 'data-turn', 'data-which'];
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter });
  return () => observer.disconnect();
}
