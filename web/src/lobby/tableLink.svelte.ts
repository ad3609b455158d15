/** The link to a table that others can open, and who can; the server is asked. */
import { reach } from '../wire/http';
import type { Reach } from '../wire/messages';
import { REACH_WORDS, linkFor } from './invitation';

export interface TableLink {
  readonly link: string;
  /** Who can open it, as a part of the key of its words; null without an answer. */
  readonly word: (typeof REACH_WORDS)[Reach['reach']] | null;
}

/** Follow the link to a table, in a component. Without an answer it is that of this page. */
export function followLink(code: () => string): TableLink {
  let known = $state.raw<Reach | null>(null);
  $effect(() => {
    // Without an answer nothing is promised.
    void reach().then(
      (found) => (known = found),
      () => undefined,
    );
  });
  return {
    get link() {
      return linkFor(known, `/t/${code()}`);
    },
    get word() {
      return known && REACH_WORDS[known.reach];
    },
  };
}
