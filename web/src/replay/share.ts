/** Shares links and files: through the system's share sheet, the clipboard, or a download. */
import { copy } from '../kit/clipboard';
import { t } from '../kit/i18n.svelte';
import { toast } from '../kit/toast.svelte';
import { errorText } from '../kit/errorText';
import { ApiError } from '../wire/http';
import { isLocal } from '../wire/local';
import { linkTo } from '../router.svelte';
import { save } from '../share/send';
import { HAS_SERVER } from '../wire/server';
import { addressOf, load } from './load';
import { pack } from './packed';
import { published } from './publish';
import { recordOf } from './record';

/**
 * Share the link to a frame of a replay; a toast says whether it was copied. A game of this device
 * gets a link first: the server checks its record and keeps it.
 */
export async function shareReplay(id: string, frame: number, last: number): Promise<void> {
  const known = isLocal(id) ? (HAS_SERVER ? published(id) : packed(id)) : Promise.resolve(id);
  const url = known.then((one) => linkTo(addressOf(one, frame, last)));
  try {
    const how = await share(t('replay.title'), url);
    if (how === 'copied') toast(t('replay.copied'), 'copy');
    if (how === 'no') toast(t('replay.noCopy'), 'link', true, { link: await url });
  } catch (error) {
    const away = !(error instanceof ApiError) || error.code === 'network';
    toast(away ? t('local.noLink') : errorText(error.problem), 'link', true);
  }
}

/** A game of this device as a part of a link, where there is no server to keep it. */
const packed = async (id: string): Promise<string> => pack(recordOf(await load(id)));

/** Share a link; returns whether it was shared, copied to the clipboard, or neither. */
async function share(title: string, address: Promise<string>): Promise<'shared' | 'copied' | 'no'> {
  if (matchMedia('(pointer: coarse)').matches && navigator.share) {
    const url = await address;
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (refusal) {
      if (refusal instanceof DOMException && refusal.name === 'AbortError') return 'shared';
    }
  }
  const copied = await copy(address);
  await address; // or why there is no link
  return copied ? 'copied' : 'no';
}

/** Offer a text as a file. */
export const download = (name: string, text: string, type = 'application/json'): void =>
  save(name, new Blob([text], { type }));
