/**
 * Plays the picture of a panel once, part after part, when most of it has come into view; a tap
 * plays it again. What moves is in motion.css; without motion the picture is as it ends.
 */
import './motion.css';
import { calm } from '../settings/preferences.svelte';

/** So much of a panel, or of the screen, counts as seen. */
const MOST = 0.6;
const THRESHOLDS = [0, 0.2, 0.4, MOST, 0.8, 1];
/** Whoever looks at a panel for so long has read it. */
const READ_MS = 2000;

/** What moves in a picture, in order: what is marked, or else what stands side by side in it. */
export function partsOf(picture: Element): Element[] {
  const marked = [...picture.querySelectorAll('[data-part]')];
  if (marked.length) return marked;
  let inside = picture;
  while (inside.children.length === 1 && !(inside.firstElementChild instanceof SVGElement))
    inside = inside.firstElementChild as Element;
  return [...inside.children];
}

function play(picture: HTMLElement): void {
  if (calm()) return;
  picture.dataset.plays = 'again'; // the animation of another name begins anew
  void picture.getBoundingClientRect();
  picture.dataset.plays = 'on';
}

const isSeen = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  intersectionRatio >= MOST || intersectionRect.height >= MOST * (rootBounds?.height ?? Infinity);

/** An action for the picture of a panel: `read` is called when somebody has looked at it for long. */
export function moves(picture: HTMLElement, read: () => void): { destroy(): void } {
  for (const [n, one] of partsOf(picture).entries()) {
    const part = one as HTMLElement | SVGElement;
    part.dataset.turn = '';
    part.style.setProperty('--turn', String(n));
  }
  let timer = 0;
  let played = false;
  const look = (seen: boolean): void => {
    clearTimeout(timer);
    if (!seen) return;
    if (!played) play(picture);
    played = true;
    timer = window.setTimeout(read, READ_MS);
  };
  const watched =
    typeof IntersectionObserver === 'function'
      ? new IntersectionObserver((all) => look(all.some(isSeen)), { threshold: THRESHOLDS })
      : null;
  if (watched && !calm()) picture.dataset.plays = 'ahead';
  watched?.observe(picture);
  const again = (): void => play(picture);
  picture.addEventListener('click', again);
  return {
    destroy() {
      clearTimeout(timer);
      watched?.disconnect();
      picture.removeEventListener('click', again);
    },
  };
}
