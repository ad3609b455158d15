/** Shares links and files: through the system's share sheet, the clipboard, or a download. */
import { copy } from '../kit/clipboard';
import { t } from '../kit/i18n.svelte';
import { toast } from '../kit/toast.svelte';
import { addressOf } from './load';

/** Share the link to a frame of a replay; a toast says whether it was copied. */
export async function shareReplay(id: string, frame: number, last: number): Promise<void> {
  const address = addressOf(id, frame, last);
  const how = await share(t('replay.title'), address);
  if (how === 'copied') toast(t('replay.copied'), 'copy');
  if (how === 'no') toast(t('replay.noCopy', { link: location.origin + address }), 'link', true);
}

/** Share a link; returns whether it was shared, copied to the clipboard, or neither. */
async function share(title: string, address: string): Promise<'shared' | 'copied' | 'no'> {
  const url = new URL(address, location.origin).href;
  if (matchMedia('(pointer: coarse)').matches && navigator.share) {
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (refusal) {
      if (refusal instanceof DOMException && refusal.name === 'AbortError') return 'shared';
    }
  }
  return (await copy(url)) ? 'copied' : 'no';
}

/** Offer a text as a file. */
export function download(name: string, text: string, type = 'application/json'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
