/** Reads and writes JSON in the browser's storage, which may be blocked. */

/** Return a stored value; null if there is none or it cannot be read. */
export function readJson<T>(key: string, storage = (): Storage => localStorage): T | null {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Store a value, or remove it if it is null; returns whether the browser allowed it. */
export function writeJson(
  key: string,
  value: unknown,
  storage = (): Storage => localStorage,
): boolean {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
