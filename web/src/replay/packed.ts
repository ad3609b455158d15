/** A record inside an address: compressed, and written in letters that a link can hold. */

/** The first letter of such an address, where others have the name of a replay. */
export const PACKED = '~';
/** Larger than any record of a game; nobody's browser should unpack more. */
const MOST = 4_000_000;

const through = (bytes: Blob, change: GenericTransformStream): ReadableStream<Uint8Array> =>
  bytes.stream().pipeThrough(change as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array>);

/** Return a text as a part of an address. */
export async function pack(text: string): Promise<string> {
  const changed = through(new Blob([text.trim()]), new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(changed).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return PACKED + btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Return the text in a part of an address; throws if it was damaged. */
export async function unpack(part: string): Promise<string> {
  const letters = atob(part.slice(PACKED.length).replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const reader = through(new Blob([bytes]), new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += decoder.decode(next.value, { stream: true });
    if (text.length > MOST) throw new Error('too long for a record');
  }
  return text + decoder.decode();
}
