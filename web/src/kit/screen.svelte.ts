/** The breakpoints of the layout. They depend on the text size too: larger text, less room. */
import { enlarged } from '../settings/preferences.svelte';

// Each breakpoint is a class of the root element, because media queries ignore our text size.
const BREAKPOINTS = [320, 760, 1050, 1100, 1180];
const LOW = 500;
// So little height that fixed elements would leave no room for the rest.
const LOW_TEXT = 440;
// Side by side needs this much height; with less, the halves scroll one above the other.
const LEAST_TURNED = 350;
// With less height a page shows in less what it can.
const SHORT = 740;
// On a screen of at least this size a table is drawn larger, up to twice.
const ROOMY = { width: 1600, height: 900 };
const touched = matchMedia('(pointer: coarse)');

const size = $state({ width: innerWidth, height: innerHeight, touched: touched.matches });
// How many tables are on the page: only they grow with the screen.
let tables = $state(0);

const room = (): number =>
  Math.min(size.width / ROOMY.width, size.height / ROOMY.height) / enlarged();

/** The size of the screen, and which design fits: narrow and low touch screens get the phone's. */
export const screen = {
  get width(): number {
    return size.width / enlarged() / this.unit;
  },
  get height(): number {
    return size.height / enlarged() / this.unit;
  },
  /** How many times larger than usual a table is drawn. */
  get unit(): number {
    return tables ? Math.min(2, Math.max(1, room())) : 1;
  },
  /** A screen with room for a table in which nothing lies over the board. */
  get large(): boolean {
    return room() >= 1;
  },
  /** So little height that less must show: a phone with the browser's bars, a low laptop. */
  get short(): boolean {
    return this.height < SHORT;
  },
  /** A tablet that stands: the phone's column, with more room. */
  get upright(): boolean {
    return this.width >= 600 && this.width < 1024 && this.height > this.width;
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

/** Let the page grow with a large screen while a table is on it; returns a function that ends it. */
export function grow(): () => void {
  tables += 1;
  return () => void (tables -= 1);
}

/** Follow the size of the window from now on; returns a function that stops it. */
export function measure(): () => void {
  const look = (): void =>
    void Object.assign(size, {
      width: innerWidth,
      height: innerHeight,
      touched: touched.matches,
    });
  addEventListener('resize', look);
  // A page that is wider than a smaller screen is shown from further away, as if that were larger: once
  // it fits again, only this event says so. Whoever zooms in by hand changes no layout.
  const fitted = (): void => {
    if (Math.abs((visualViewport?.scale ?? 1) - 1) < 0.01) look();
  };
  visualViewport?.addEventListener('resize', fitted);
  const stop = $effect.root(() => {
    $effect.pre(() => {
      for (const breakpoint of BREAKPOINTS)
        document.documentElement.classList.toggle(
          `under-${breakpoint}`,
          screen.width <= breakpoint,
        );
      document.documentElement.classList.toggle('low', screen.height <= LOW_TEXT);
      document.documentElement.classList.toggle('short', screen.short);
      document.documentElement.style.setProperty('--unit', String(screen.unit));
      document.documentElement.classList.toggle('turned', screen.turned);
    });
  });
  return () => {
    stop();
    removeEventListener('resize', look);
    visualViewport?.removeEventListener('resize', fitted);
  };
}
