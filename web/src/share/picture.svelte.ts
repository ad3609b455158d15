/** The address of a drawing as a picture, for as long as a component shows it. */
import { untrack } from 'svelte';
import { pngFile, type Drawing } from './drawing';

/**
 * Draw a picture, and again only when its key changes; until then the old one is shown. Every
 * message brings the same drawing anew: without a key it counts what is in it.
 */
export function pictureOf(
  drawing: () => Drawing | null,
  key: () => string = () => JSON.stringify(drawing()),
): { readonly url: string } {
  let url = $state('');
  const look = $derived(key());
  function use(blob: Blob): void {
    const old = url;
    url = URL.createObjectURL(blob);
    if (old) URL.revokeObjectURL(old);
  }
  $effect(() => {
    void look;
    const wanted = untrack(drawing);
    let gone = false;
    if (!wanted) return;
    void pngFile(wanted).then(
      (blob) => void (gone || use(blob)),
      () => undefined, // what it shows is said beside it
    );
    return () => void (gone = true);
  });
  $effect(() => () => {
    const last = untrack(() => url);
    if (last) URL.revokeObjectURL(last);
  });
  return {
    get url() {
      return url;
    },
  };
}
