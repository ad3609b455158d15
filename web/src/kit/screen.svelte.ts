/** The breakpoints of the layout. They depend on the text size too: larger text, less room. */
import { enlarged } from '../settings/preferences.svelte';

// Each breakpoint is a class of the root element, because media queries ignore our text size.
const BREAKPOINTS = [320, 760, 1050, 1100, 1180];
const LOW = 500;
// So little height that fixed elements would leave no room for the rest.
const LOW_TEXT = 440;
// Side by side needs this much height; with less, the halves scroll one above the other.
const LEAST_TURNED = 350;
const touched = matchMedia('(pointer: coarse)');

const size = $state({ width: innerWidth, height: innerHeight, touched: touched.matches });

/** The size of the screen, and which design fits: narrow and low touch screens get the phone's. */
export const screen = {
  get width(): number {
    return size.width / enlarged();
  },
  get height(): number {
    return size.height / enlarged();
  },
  get phone(): boolean {
    return this.width <= 760 || (size.touched && size.height <= LOW);
  },
  /** A phone in landscape: the halves are side by side. */
  get turned(): boolean {
    const wide = this.width >= 560 && this.width > this.height * 1.4;
    return this.phone && wide && this.height >= LEAST_TURNED;
  },
};

/** Follow the size of the window from now on; returns a function that stops it. */
export function measure(): () => void {
  const look = (): void =>
    void Object.assign(size, {
      width: innerWidth,
      height: innerHeight,
      touched: touched.matches,
    });
  addEventListener('resize', look);
  const stop = $effect.root(() => {
    $effect.pre(() => {
      for (const breakpoint of BREAKPOINTS)
        document.documentElement.classList.toggle(
          `under-${breakpoint}`,
          screen.width <= breakpoint,
        );
      document.documentElement.classList.toggle('low', screen.height <= LOW_TEXT);
      document.documentElement.classList.toggle('turned', screen.turned);
    });
  });
  return () => {
    stop();
    removeEventListener('resize', look);
  };
}
