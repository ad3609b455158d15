/** The link that others can open: it may need another address than the page was opened with. */
import { linkTo, to } from '../router.svelte';
import { reach } from '../wire/http';
import type { Reach } from '../wire/messages';

/** Return the link to a place, given from where the server can be reached. */
export const linkFor = (known: Reach | null, path: string): string =>
  known?.origin ? known.origin + to(path) : linkTo(path);

/** Ask the server, and return the link; without an answer it is that of this page. */
export const invitationTo = async (path: string): Promise<string> =>
  linkFor(await reach().catch(() => null), path);

/** The word for who can open a link, as in `wait.local`: "Works on this computer only." */
export const REACH_WORDS = { anywhere: 'any', network: 'wifi', computer: 'local' } as const;
