/** Gives a file away: through the system's share sheet where there is one, else as a download. */

/** Offer a file to be saved. */
export function save(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Whether the system has a sheet that takes pictures, on a device where people use it. */
export function hasSheet(): boolean {
  if (!matchMedia('(pointer: coarse)').matches || !navigator.share) return false;
  const file = new File([new Blob(['.'])], 'a.png', { type: 'image/png' });
  return navigator.canShare?.({ files: [file] }) ?? false;
}

/** Open the sheet; returns false if it failed, and true if it was closed. */
async function offer(what: ShareData): Promise<boolean> {
  try {
    await navigator.share(what);
    return true;
  } catch (refusal) {
    return refusal instanceof DOMException && refusal.name === 'AbortError';
  }
}

/** Share a picture by the sheet; returns false if the sheet failed, and true if it was closed. */
export const send = (name: string, blob: Blob, title: string): Promise<boolean> =>
  offer({ title, files: [new File([blob], name, { type: blob.type })] });

/**
 * Share a text by the sheet where people use it, with a picture where that takes pictures; returns
 * false if there is no sheet, or it failed.
 */
export async function sendText(text: string, name = '', picture?: Blob | null): Promise<boolean> {
  if (!navigator.share || !matchMedia('(pointer: coarse)').matches) return false;
  if (picture && hasSheet()) {
    const files = [new File([picture], name, { type: picture.type })];
    // A sheet may take pictures and refuse this one: the words are shared without it.
    if (await offer({ text, files })) return true;
  }
  return offer({ text });
}
