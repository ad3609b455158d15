/** Registers the service worker, and detects a new version of the page. */

export const update = $state({ ready: false });
let waiting: ServiceWorker | null = null;
const HOUR = 3_600_000;

function watch(registration?: ServiceWorkerRegistration): void {
  if (!registration) return; // some browsers only pretend to register
  const look = (): void => {
    // The first worker of a browser replaces nothing: there is no update to speak of.
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    waiting = registration.waiting;
    update.ready = true;
  };
  look();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  setInterval(() => void registration.update().catch(() => undefined), HOUR);
}

/** Activate the new version and reload the page. */
export function apply(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  });
  waiting?.postMessage('take-over');
}

/** Register the worker after the page has loaded, if the browser supports it. */
export function register(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const start = (): void => {
    navigator.serviceWorker
      .register(`${import.meta.env.BASE_URL}sw.js`)
      .then(watch, () => undefined);
    // When all that the page needs is here, the pictures of games come too: one may go offline.
    navigator.serviceWorker.ready
      .then(({ active }) => active?.postMessage('keep-pictures'))
      .catch(() => undefined);
  };
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
