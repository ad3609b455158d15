/** Notifications of the browser: whether they are wanted, and how one is shown and taken back. */
import { settings } from '../settings/preferences.svelte';

type Permission = 'granted' | 'denied' | 'default' | 'missing';

const read = (): Permission =>
  typeof Notification === 'undefined' ? 'missing' : Notification.permission;

/** What the browser allows; it changes when the player answers its question. */
export const permission = $state<{ now: Permission }>({ now: read() });

/** Whether the browser shows notifications: it can, the player agreed, and did not switch them off. */
export const notifies = (): boolean => permission.now === 'granted' && settings.notify;

/**
 * Switch notifications on or off. The first time the browser asks the player, so call this from a
 * click alone. Returns whether they are on now.
 */
export async function wantNotices(on: boolean): Promise<boolean> {
  settings.notify = on;
  if (on && read() === 'default') await Notification.requestPermission().catch(() => 'denied');
  permission.now = read();
  return notifies();
}

// Of a notification the worker knows its address: a click on it brings its table to the front.
interface Notice {
  title: string;
  body: string;
  /** Where a click leads. */
  href: string;
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration().catch(() => undefined);
}

/** Show a notification; a later one with the same tag replaces it. Returns how to take it back. */
export function notify(tag: string, { title, body, href }: Notice): () => void {
  let gone = false;
  let close = (): void => undefined;
  const icon = `${import.meta.env.BASE_URL}icons/logo-192.png`;
  const options = { body, tag, data: { href }, icon };
  void (async () => {
    const worker = await registration();
    if (gone || !notifies()) return;
    // On phones only a worker may show one.
    if (worker?.active) {
      close = () => void forget(worker, tag);
      await worker.showNotification(title, options).catch(() => undefined);
      if (gone) close();
      return;
    }
    try {
      const note = new Notification(title, options);
      close = () => note.close();
      note.onclick = () => {
        window.focus();
        note.close();
      };
    } catch {
      // Not without a worker here; the title and the badge still say it.
    }
  })();
  return () => {
    gone = true;
    close();
  };
}

async function forget(worker: ServiceWorkerRegistration, tag: string): Promise<void> {
  const shown = await worker.getNotifications({ tag }).catch(() => []);
  for (const one of shown) one.close();
}

/** Show on the icon of the installed page how many tables wait for the player. */
export function badge(count: number): void {
  const set = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  void set?.catch(() => undefined); // a picture on an icon is worth no error
}
