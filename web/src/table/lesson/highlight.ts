/** Highlights the element that a step explains, also while the page changes. */

const RING = 'data-ringed';

const found = (names: string[]): HTMLElement | null =>
  names
    .map((name) => document.querySelector<HTMLElement>(`[data-lesson="${name}"]`))
    .find((one) => one !== null) ?? null;

/** Highlight the first of these elements on the page; returns it if it is new. */
export function highlight(names: string[]): HTMLElement | null {
  const target = found(names);
  for (const one of document.querySelectorAll(`[${RING}]`))
    if (one !== target) one.removeAttribute(RING);
  if (!target || target.hasAttribute(RING)) return null;
  target.setAttribute(RING, '');
  return target;
}

/** The nearest fixed or sticky element: the element itself or an ancestor. */
function stuck(from: Element | null): Element | null {
  for (let one = from; one; one = one.parentElement)
    if (/fixed|sticky/.test(getComputedStyle(one).position)) return one;
  return null;
}

/** The lowest point of a column of the screen that no fixed element covers. */
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

/** Scroll an element into view, unless all of it is visible. */
export function reveal(target: HTMLElement, calm: boolean): void {
  if (stuck(target)) return;
  const behavior = calm ? 'auto' : 'smooth';
  const box = target.getBoundingClientRect();
  const end = foot(box.left + box.width / 2);
  const below = box.bottom + AIR - end;
  if (below <= 0 && box.top >= 0) return;
  // Scroll to the top of the page if that is enough, else no further than the element's top.
  const fromTop = box.bottom + scrollY + AIR <= end;
  const top = fromTop ? -scrollY : Math.min(below, box.top - AIR);
  if (scrolls()) scrollBy({ top, behavior });
  else target.scrollIntoView({ block: 'nearest', behavior }); // inside a scrolling element
}

/** Whether the page as a whole is longer than the window. */
export const scrolls = (): boolean => document.documentElement.scrollHeight > innerHeight + 1;

/** Call back whenever elements appear, disappear or change state; returns a function that stops it. */
export function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  const attributeFilter = ['aria-pressed', 'data-lesson', 'data-turn', 'data-which'];
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter });
  return () => observer.disconnect();
}
