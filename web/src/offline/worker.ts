/// <reference lib="webworker" />
/** The service worker: caches the page, the rules and seen replays for use offline.
 *
 * The build puts `VERSION` and `FILES` before this text (build/worker.ts). A new version waits
 * until the page tells it to take over, so that nothing changes in the middle of a game. */
declare const VERSION: string;
declare const FILES: string[];

const worker = self as unknown as ServiceWorkerGlobalScope;
const SHELL = `hexade-shell-${VERSION}`;
const SEEN = 'hexade-seen'; // immutable: replays and pictures; and the replays' analyses
const READ = 'hexade-read'; // network first: the rules, the list of games
const KEPT = 120;
const READING = ['/api/games', ...['en', 'de', 'nl'].map((lang) => `/api/rules?lang=${lang}`)];

async function install(): Promise<void> {
  const shell = await caches.open(SHELL);
  await shell.addAll(FILES);
  const read = await caches.open(READ);
  await Promise.allSettled(READING.map((address) => read.add(address)));
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => ![SHELL, SEEN, READ].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function shell(): Promise<Response> {
  return (await caches.match('/', { cacheName: SHELL })) ?? fetch('/');
}

/** Network only, and cache the answer; the oldest entries are evicted. */
async function seen(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.status !== 200) return answer; // "not yet" (202) is not cached either
  const kept = await caches.open(SEEN);
  await kept.put(request, answer.clone());
  const keys = await kept.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - KEPT)).map((key) => kept.delete(key)));
  return answer;
}

/** Cache first. */
async function once(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? seen(request);
}

/** Network first, else the cache: an analysis may improve later. */
async function latest(request: Request): Promise<Response> {
  try {
    return await seen(request);
  } catch (offline) {
    const kept = await caches.match(request, { cacheName: SEEN });
    if (kept) return kept;
    throw offline;
  }
}

/** Network first, else the last answer. */
async function fresh(request: Request): Promise<Response> {
  const read = await caches.open(READ);
  try {
    const answer = await fetch(request);
    if (answer.ok) await read.put(request, answer.clone());
    return answer;
  } catch (offline) {
    const kept = await read.match(request);
    if (kept) return kept;
    throw offline;
  }
}

function handler(request: Request): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return null;
  if (/^\/api\/replays\/[^/]+\/analysis$/.test(pathname)) return latest(request);
  if (pathname.startsWith('/api/replays/') || pathname.startsWith('/assets/')) return once(request);
  if (pathname === '/api/games' || pathname === '/api/rules') return fresh(request);
  if (pathname.startsWith('/api/')) return null;
  if (request.mode === 'navigate') return shell();
  return FILES.includes(pathname) ? once(request) : null;
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const answer = handler(event.request);
  if (answer) event.respondWith(answer);
});

export {};
