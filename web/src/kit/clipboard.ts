/** Copies a text, even one that is still on its way; tells whether the browser let us. */
export async function copy(text: string | Promise<string>): Promise<boolean> {
  const coming = Promise.resolve(text);
  coming.catch(() => undefined); // whoever makes the text hears of it
  try {
    // Begun within the click: some browsers allow it only there, and take a promise.
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
