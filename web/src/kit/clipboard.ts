/** Copy a text, or the text of a promise; returns whether the browser allowed it. */
export async function copy(text: string | Promise<string>): Promise<boolean> {
  const coming = Promise.resolve(text);
  coming.catch(() => undefined); // the caller handles the error
  try {
    // Some browsers allow it only within the click, and accept a promise there.
    if (typeof ClipboardItem === 'function' && navigator.clipboard?.write) {
      const blob = coming.then((one) => new Blob([one], { type: 'text/plain' }));
      blob.catch(() => undefined);
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    } else await navigator.clipboard.writeText(await coming);
    return true;
  } catch {
    return false;
  }
}
