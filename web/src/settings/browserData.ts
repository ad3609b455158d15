/** Exports, imports and deletes what this browser stores about its user. */

const ours = (key: string): boolean => key === 'hexade' || key.startsWith('hexade.');

/** Return everything that is stored, as JSON: profile, settings, and the tokens of one's seats. */
export function exported(): string {
  const kept: Record<string, unknown> = {};
  for (let n = 0; n < localStorage.length; n++) {
    const key = localStorage.key(n);
    if (key === null || !ours(key)) continue;
    const text = localStorage.getItem(key) ?? '';
    try {
      kept[key] = JSON.parse(text);
    } catch {
      kept[key] = text;
    }
  }
  return JSON.stringify({ format: 'hexade-browser/1', kept }, null, 2);
}

/** Import what another browser exported; returns whether it could be read. */
export function imported(text: string): boolean {
  try {
    const read = JSON.parse(text) as { format?: string; kept?: Record<string, unknown> };
    if (read.format !== 'hexade-browser/1' || !read.kept) return false;
    for (const [key, value] of Object.entries(read.kept))
      if (ours(key))
        localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Delete the caches of this page and unregister its worker: other pages of the origin keep theirs. */
async function forgetOffline(): Promise<void> {
  const root = new URL(import.meta.env.BASE_URL, location.href);
  const own = root.pathname === '/' ? 'hexade-' : `hexade ${root.pathname} `; // offline/worker.ts
  if ('caches' in globalThis)
    for (const name of await caches.keys()) if (name.startsWith(own)) await caches.delete(name);
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  for (const worker of workers) if (worker.scope === root.href) await worker.unregister();
}

function forgetKept(): void {
  for (const key of Object.keys(localStorage)) if (ours(key)) localStorage.removeItem(key);
  sessionStorage.clear();
}

async function forgetTables(): Promise<void> {
  if ('indexedDB' in globalThis) await (await import('../local/savedTables')).forgetAll();
}

async function forgetGames(): Promise<void> {
  if ('indexedDB' in globalThis) await (await import('../stats/store')).deleteGames();
}

/** Delete the storage and the caches, and unregister the service worker. */
export async function forgetMe(): Promise<void> {
  for (const forget of [forgetKept, forgetTables, forgetGames, forgetOffline])
    try {
      await forget();
    } catch {
      // The browser blocks this one, which has nothing then; the others may have something.
    }
}
