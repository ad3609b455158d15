/** Announces text to screen readers: politely for moves, assertively for what is urgent. */
import { untrack } from 'svelte';

type Region = 'polite' | 'urgent';

export const spoken = $state<Record<Region, string>>({ polite: '', urgent: '' });

// By then the text has been read out; a reader who comes later must not find old announcements.
const STAY_MS = 7000;
type Said = { timer: ReturnType<typeof setTimeout> };
const last: Record<Region, Said | null> = { polite: null, urgent: null };

// Screen readers skip a text that does not change: an inaudible space makes it differ.
const differ = (text: string, before: string): string => (text === before ? `${text} ` : text);

function clear(region: Region): void {
  clearTimeout(last[region]?.timer);
  last[region] = null;
  untrack(() => {
    spoken[region] = '';
  });
}

/** Announce a text; returns a function that clears it when it is no longer true. */
export function announce(text: string, urgent = false): () => void {
  const region = urgent ? 'urgent' : 'polite';
  clearTimeout(last[region]?.timer);
  const own = { timer: setTimeout(() => clear(region), STAY_MS) };
  last[region] = own;
  // An effect that announces must not depend on the announcement.
  untrack(() => {
    spoken[region] = differ(text, spoken[region]);
  });
  // A later announcement is not ours to clear.
  return () => {
    if (last[region] === own) clear(region);
  };
}

/** Join texts as sentences: each ends with exactly one full stop. */
export const sentences = (said: string[]): string =>
  said.map((one) => (/[.!?…]$/.test(one) ? one : `${one}.`)).join(' ');

/** Clear all announcements: another table, another game, another language. */
export function hush(): void {
  clear('polite');
  clear('urgent');
}
