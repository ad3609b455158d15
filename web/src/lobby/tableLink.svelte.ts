/** The link to a table that others can open, and who can; the server is asked. */
import { reach } from '../wire/http';
import type { Reach } from '../wire/messages';
import { REACH_WORDS, linkFor } from './invitation';

/** The table whose link was copied as it was made, until the page of its seats has shown that. */
let copiedFor = $state('');

/** Remember that the link to a new table is in the clipboard. */
export function noteCopied(code: string): void {
  copiedFor = code;
}

/** Whether the link to a table was copied as it was made; it is told once. */
export function wasCopied(code: string): boolean {
  const found = copiedFor === code;
  if (found) copiedFor = '';
  return found;
}

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
