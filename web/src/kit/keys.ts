/** Keyboard handling: a game receives its keys although the focus is not inside it. */

/** Panels beside a game that pass its keys on have this attribute. */
const THROUGH = '[data-keys-through]';
// The keys that such a panel needs itself.
const KEPT = ['Enter', ' ', 'Escape', 'Tab'];

/** Whether the focus is nowhere in particular: on the page, or on the main element. */
export const nowhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('body, #main');

/** Whether a key is for the game: pressed inside it, nowhere in particular, or passed on. */
export function heardBy(root: Element, { target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (root.contains(target) || nowhere(target)) return true;
  return target.closest(THROUGH) !== null && !KEPT.includes(key);
}

/** Focus what receives the game's keys: an element of its own, or the whole table. */
export function focusGame(): void {
  const main = document.getElementById('main');
  const own = main?.querySelector<HTMLElement>(':scope > [tabindex]');
  if (main && !own) main.tabIndex = -1;
  (own ?? main)?.focus({ preventScroll: true });
}

/** Focus a game that has just appeared, unless something else has the focus. */
export function welcome(root: HTMLElement): void {
  if (nowhere(document.activeElement)) root.focus({ preventScroll: true });
}
