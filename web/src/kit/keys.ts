/** Whose a key is: a game hears its own although the focus is not inside of it. */

/** Panels beside a game (the lesson's) that let its keys through carry this. */
const THROUGH = '[data-keys-through]';
// Those that their buttons and the panel itself have a use for.
const KEPT = ['Enter', ' ', 'Escape', 'Tab'];

/** Whether nothing that takes keys has the focus: the page, or the ground that holds the game. */
export const nowhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('body, #main');

/** Whether a key is for the game: pressed inside of it, nowhere, or where it is let through. */
export function heardBy(root: Element, { target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (root.contains(target) || nowhere(target)) return true;
  return target.closest(THROUGH) !== null && !KEPT.includes(key);
}

/** Give the focus to what hears the game's keys: an element of its own, or the whole table. */
export function focusGame(): void {
  const main = document.getElementById('main');
  const own = main?.querySelector<HTMLElement>(':scope > [tabindex]');
  if (main && !own) main.tabIndex = -1;
  (own ?? main)?.focus({ preventScroll: true });
}

/** Give the focus to a game that has just come, unless something else has it already. */
export function welcome(root: HTMLElement): void {
  if (nowhere(document.activeElement)) root.focus({ preventScroll: true });
}
