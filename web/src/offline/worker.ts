/// <reference lib="webworker" />
/** The service worker: caches the page, the rules and seen replays for use offline.
 *
 * The build puts what is declared here before this text (build/worker.ts). A new version waits
 * until the page tells it to take over, so that nothing changes in the middle of a game. */
declare const VERSION: string;
declare const FILES: string[];
declare const PICTURES: string[];
declare const SERVER: boolean; // whether one is behind this page

const worker = self as unknown as ServiceWorkerGlobalScope;
// The page may lie under any path: the build lists its files relative to that.
const ROOT = new URL('./', worker.location.href).pathname;
const OURS = FILES.map((file) => ROOT + file);
const DRAWINGS = PICTURES.map((file) => ROOT + file);
// All pages of an origin share its caches: ours bear our path (settings/browserData.ts has it too).
const OWN = ROOT === '/' ? 'hexade-' : `hexade ${ROOT} `;
const SHELL = `${OWN}shell-${VERSION}`;
const SEEN = `${OWN}seen`; // immutable: replays and pictures; and the replays' analyses
const READ = `${OWN}read`; // network first: the rules, the list of games
const DRAWN = `${OWN}drawn`; // all pictures of games, for games without a network
const KEPT = 120;
const READING = SERVER
  ? ['/api/games', ...['en', 'de', 'nl'].map((lang) => `/api/rules?lang=${lang}`)]
  : [];

async function install(): Promise<void> {
  const shell = await caches.open(SHELL);
  await shell.addAll(OURS);
  const read = await caches.open(READ);
  await Promise.allSettled(READING.map((address) => read.add(address)));
}

async function activate(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(`${OWN}shell-`));
  const old = shells.filter((name) => name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Fetch the pictures of games that are not here yet; what an earlier version had goes. */
async function keepPictures(): Promise<void> {
  const drawn = await caches.open(DRAWN);
  const had = (await drawn.keys()).map(({ url }) => new URL(url).pathname);
  const missing = DRAWINGS.filter((path) => !had.includes(path));
  await Promise.allSettled(missing.map((path) => drawn.add(path)));
  const gone = had.filter((path) => !DRAWINGS.includes(path));
  await Promise.all(gone.map((path) => drawn.delete(path)));
}

async function shell(): Promise<Response> {
  return (await caches.match(ROOT, { cacheName: SHELL })) ?? fetch(ROOT);
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
  if (pathname.endsWith('/picture.png')) return null; // it may be drawn anew: its tag tells
  if (pathname.startsWith('/api/replays/') || pathname.startsWith(`${ROOT}assets/`))
    return once(request);
  if (pathname === '/api/games' || pathname === '/api/rules') return fresh(request);
  if (pathname.startsWith('/api/')) return null;
  if (request.mode === 'navigate') return shell();
  return OURS.includes(pathname) ? once(request) : null;
}

/** Bring the page of a notification to the front, or open it. */
async function follow(href: string): Promise<void> {
  const address = new URL(href, new URL(ROOT, worker.location.origin)).href;
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => url === address);
  await (open ? open.focus() : worker.clients.openWindow(address));
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') void worker.skipWaiting();
  if (event.data === 'keep-pictures') event.waitUntil(keepPictures());
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { href } = (event.notification.data ?? {}) as { href?: string };
  event.waitUntil(follow(href ?? ''));
});
worker.addEventListener('fetch', (event) => {
  const answer = handler(event.request);
  if (answer) event.respondWith(answer);
});

export {};
