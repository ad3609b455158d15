/** How much room there is, measured in the size of text that was chosen: larger text, less room. */
import { enlarged } from '../settings/preferences.svelte';

// Where the layout changes; each is a class of the root, for media queries know no text size.
const STEPS = [320, 760, 1050, 1100, 1180];
const LOW = 500;
// So little height that what stays in place would leave no room for the rest.
const LOW_TEXT = 440;
// What stands side by side needs so much height; with less it scrolls, one above the other.
const LEAST_TURNED = 350;
const touched = matchMedia('(pointer: coarse)');

const size = $state({ width: innerWidth, height: innerHeight, touched: touched.matches });

/** Which of the two designs is shown: narrow screens, and low ones that are turned, get the phone's. */
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
  /** A phone that lies on its side: what stands one above the other there stands side by side. */
  get turned(): boolean {
    const wide = this.width >= 560 && this.width > this.height * 1.4;
    return this.phone && wide && this.height >= LEAST_TURNED;
  },
};

/** Follow the window from now on; returns what stops it. */
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
      for (const step of STEPS)
        document.documentElement.classList.toggle(`under-${step}`, screen.width <= step);
      document.documentElement.classList.toggle('low', screen.height <= LOW_TEXT);
      document.documentElement.classList.toggle('turned', screen.turned);
    });
  });
  return () => {
    stop();
    removeEventListener('resize', look);
  };
}
