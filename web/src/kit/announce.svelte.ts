/** What screen readers read out: a polite region for moves, an assertive one for what is urgent. */
import { untrack } from 'svelte';

export const spoken = $state({ polite: '', urgent: '' });

// The same words twice in a row would not be read: a space that nobody hears makes them differ.
const differ = (text: string, before: string): string => (text === before ? `${text} ` : text);

/** Have a text read out. */
export function announce(text: string, urgent = false): void {
  // An effect that has something read out must not run again because it was.
  untrack(() => {
    if (urgent) spoken.urgent = differ(text, spoken.urgent);
    else spoken.polite = differ(text, spoken.polite);
  });
}
