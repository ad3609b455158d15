/** Restores the focus: when the focused element disappears, the next control gets it. */
import { nowhere } from './keys';

export class FocusKeeper {
  private had: Element | null = null;

  /** Remember the focused element, as long as it is inside the game and not the game itself. */
  remember(root: HTMLElement | undefined, { target }: FocusEvent): void {
    const inside = target instanceof Element && target !== root && root?.contains(target);
    this.had = inside ? target : null;
  }

  /** If it is gone and nothing else has the focus, focus `next`, or else the game. */
  restore(root: HTMLElement | undefined, next: () => string): void {
    if (!this.had || this.had.isConnected || !nowhere(document.activeElement)) return;
    (root?.querySelector<HTMLElement>(next()) ?? root)?.focus({ preventScroll: true });
  }
}
