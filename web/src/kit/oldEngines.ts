/**
 * What the oldest engines that the page supports lack: Safari 16.0, Chrome 107 and Firefox 121
 * (docs/decisions/0098-the-oldest-browsers.md). Each has all of ES2022; TypeScript knows no newer
 * method but those that are declared here, so that nobody uses another one by accident.
 */
declare global {
  interface ReadonlyArray<T> {
    // All of them have these two.
    findLast<S extends T>(
      is: (value: T, index: number, all: readonly T[]) => value is S,
    ): S | undefined;
    findLast(is: (value: T, index: number, all: readonly T[]) => unknown): T | undefined;
    findLastIndex(is: (value: T, index: number, all: readonly T[]) => unknown): number;
    // Chrome has these from 110 on.
    toReversed(): T[];
    toSorted(compare?: (a: T, b: T) => number): T[];
  }
  interface Array<T> {
    findLast<S extends T>(is: (value: T, index: number, all: T[]) => value is S): S | undefined;
    findLast(is: (value: T, index: number, all: T[]) => unknown): T | undefined;
    findLastIndex(is: (value: T, index: number, all: T[]) => unknown): number;
    toReversed(): T[];
    toSorted(compare?: (a: T, b: T) => number): T[];
  }
}

const ADDED = {
  toReversed(this: readonly unknown[]): unknown[] {
    return [...this].reverse();
  },
  toSorted(this: readonly unknown[], compare?: (a: unknown, b: unknown) => number): unknown[] {
    return [...this].sort(compare);
  },
};

/** Give arrays what they lack; loops do not see it. */
export function complete(arrays: object): void {
  for (const [name, value] of Object.entries(ADDED))
    if (!(name in arrays))
      Object.defineProperty(arrays, name, { value, writable: true, configurable: true });
}

complete(Array.prototype);
