/** Whether the browser keeps what this page has stored, or may clear it; and asking it to keep it. */

/** `unknown`: it does not say, or the page is not served over HTTPS. */
type Lasting = 'kept' | 'may-go' | 'unknown';

export const lasting = $state<{ now: Lasting }>({ now: 'unknown' });

const manager = (): StorageManager | undefined => {
  const { storage } = navigator as Partial<Navigator>;
  return typeof storage?.persisted === 'function' ? storage : undefined;
};

/** Firefox puts the question to its user; all others decide by themselves. */
const asksItsUser = (): boolean =>
  typeof CSS !== 'undefined' && CSS.supports('-moz-appearance', 'none');

async function note(answer: Promise<boolean> | undefined): Promise<void> {
  try {
    const found = await answer;
    lasting.now = found === undefined ? 'unknown' : found ? 'kept' : 'may-go';
  } catch {
    lasting.now = 'unknown';
  }
}

/** Find out how it is. */
export const look = (): Promise<void> => note(manager()?.persisted());

/** Ask the browser to keep it; Firefox asks its user then, so call this from a click alone. */
export const ask = (): Promise<void> => note(manager()?.persist());

/** The same where nobody notices: when there is something worth keeping. */
export async function askQuietly(): Promise<void> {
  if (asksItsUser()) return;
  await look();
  if (lasting.now === 'may-go') await ask();
}
