/** Brings a game's module, and what was learned for a set-up, into memory when a table needs it. */
import type { Agreed } from '../wire/messages';
import { loadKernels } from './kernels';
import type { Kernels, Manifest } from './kernels';

/** The kernels of a module, ready for what was agreed. */
export async function loaded(url: string, manifest: unknown, agreed: Agreed): Promise<Kernels> {
  const kernels = await loadKernels(await bytesAt(url), manifest as Manifest);
  await readied(kernels, agreed, (file) => bytesAt(addressOf(file)));
  return kernels;
}

/** Get kernels ready for what was agreed, with what was learned for it. */
export async function readied(
  kernels: Kernels,
  agreed: Agreed,
  fetched: (file: string) => Promise<ArrayBuffer>,
): Promise<void> {
  const { setups, learned } = kernels.manifest;
  const found = setups.find(
    ({ variant, seats }) =>
      (!agreed.variant || variant === agreed.variant) && (!agreed.seats || seats === agreed.seats),
  );
  if (!found) throw new Error(`there is no set-up ${agreed.variant} for ${agreed.seats}`);
  const file = found.learned === undefined ? undefined : learned[found.learned]?.file;
  kernels.prepare(
    { variant: found.variant, edition: found.edition, seats: found.seats },
    file === undefined ? null : new Uint8Array(await fetched(file)),
  );
}

/** Where the build has put a file of what was learned: beside the scripts. */
const addressOf = (file: string): string =>
  import.meta.env.DEV ? `/assets/${file}` : new URL(/* @vite-ignore */ file, import.meta.url).href;

/** The bytes at an address; rejects if they cannot be had. */
async function bytesAt(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} cannot be loaded: ${answer.status}`);
  return answer.arrayBuffer();
}
