/** What this browser keeps of a person: taking it along, and forgetting it. */

const ours = (key: string): boolean => key === 'hexade' || key.startsWith('hexade.');

/** Everything that is kept, as JSON: names and settings, and the secrets of one's seats. */
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

/** Take in what another browser exported; says whether it could be read. */
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

/** Forget everything: what is stored, what is cached, and the worker that serves it. */
export async function forgetMe(): Promise<void> {
  for (const key of Object.keys(localStorage)) if (ours(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name);
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  for (const worker of workers) await worker.unregister();
}
