/** Holds back what a page does after some seconds, such as taking a bubble away. */
import type { Page } from 'playwright-core';

const LONG = 4000;

/**
 * From now on timers of four seconds and more do not go off, so that a busy machine can look as late as
 * it likes. Returns a function that ends this, and does at once what was held back.
 */
export async function holdLongTimers(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle((long) => {
    const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout];
    const never = 2 ** 30;
    const acts = new Map<number, () => void>();
    const slow = (act: () => void, ms = 0): number => {
      const id = Number(set(act, ms < long ? ms : never));
      if (ms >= long) acts.set(id, act);
      return id;
    };
    const forget = (id?: number): void => {
      acts.delete(id ?? 0);
      clear(id);
    };
    Object.assign(globalThis, { setTimeout: slow, clearTimeout: forget });
    return (): void => {
      Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
      for (const [id, act] of acts) {
        clear(id);
        act();
      }
    };
  }, LONG);
  return () => held.evaluate((end) => end());
}
