/** What had the focus may go with what it stood in: what can be done next gets it then. */
import { nowhere } from './keys';

export class Handover {
  private had: Element | null = null;

  /** Remember what has the focus, as long as it is inside of the game; the game is no place in it. */
  came(root: HTMLElement | undefined, { target }: FocusEvent): void {
    const inside = target instanceof Element && target !== root && root?.contains(target);
    this.had = inside ? target : null;
  }

  /** If it is gone, and the focus went to nothing else, this or the game has it. */
  pass(root: HTMLElement | undefined, next: () => string): void {
    if (!this.had || this.had.isConnected || !nowhere(document.activeElement)) return;
    (root?.querySelector<HTMLElement>(next()) ?? root)?.focus({ preventScroll: true });
  }
}
