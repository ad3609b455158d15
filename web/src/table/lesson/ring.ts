/** The ring round the thing that a step speaks of, kept there while the page changes. */

const RING = 'data-ringed';

const found = (names: string[]): HTMLElement | null =>
  names
    .map((name) => document.querySelector<HTMLElement>(`[data-lesson="${name}"]`))
    .find((one) => one !== null) ?? null;

/** Put the ring round the first of these things that is on the page; returns it if it is new. */
export function ring(names: string[]): HTMLElement | null {
  const target = found(names);
  for (const one of document.querySelectorAll(`[${RING}]`))
    if (one !== target) one.removeAttribute(RING);
  if (!target || target.hasAttribute(RING)) return null;
  target.setAttribute(RING, '');
  return target;
}

/** Bring a thing into view, unless all of it can be seen: nothing moves without need. */
export function reveal(target: HTMLElement, calm: boolean): void {
  const box = target.getBoundingClientRect();
  const inset = Math.min(8, box.height / 3);
  const seen = [box.top + inset, box.bottom - inset].every((y) =>
    target.contains(document.elementFromPoint(box.left + box.width / 2, y)),
  );
  if (!seen) target.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' });
}

/** Call back whenever things come, go or are chosen; returns what stops it. */
export function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  const attributeFilter = ['aria-pressed', 'data-lesson'];
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter });
  return () => observer.disconnect();
}
