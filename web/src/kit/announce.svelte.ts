/** What screen readers read out: a polite region for moves, an assertive one for what is urgent. */
import { untrack } from 'svelte';

type Region = 'polite' | 'urgent';

export const spoken = $state<Record<Region, string>>({ polite: '', urgent: '' });

// By then it has been read out; whoever comes to the region later must not find old news.
const STAY_MS = 7000;
type Said = { timer: ReturnType<typeof setTimeout> };
const last: Record<Region, Said | null> = { polite: null, urgent: null };

// The same words twice in a row would not be read: a space that nobody hears makes them differ.
const differ = (text: string, before: string): string => (text === before ? `${text} ` : text);

function clear(region: Region): void {
  clearTimeout(last[region]?.timer);
  last[region] = null;
  untrack(() => {
    spoken[region] = '';
  });
}

/** Have a text read out; returns what takes it back as soon as it is no longer true. */
export function announce(text: string, urgent = false): () => void {
  const region = urgent ? 'urgent' : 'polite';
  clearTimeout(last[region]?.timer);
  const own = { timer: setTimeout(() => clear(region), STAY_MS) };
  last[region] = own;
  // An effect that has something read out must not run again because it was.
  untrack(() => {
    spoken[region] = differ(text, spoken[region]);
  });
  // What somebody else has said since is not ours to take back.
  return () => {
    if (last[region] === own) clear(region);
  };
}

/** Some sayings as sentences in a row: each ends with one full stop, whether it had one or not. */
export const sentences = (said: string[]): string =>
  said.map((one) => (/[.!?…]$/.test(one) ? one : `${one}.`)).join(' ');

/** Nothing that was said holds any more: another table, another game, another language. */
export function hush(): void {
  clear('polite');
  clear('urgent');
}
