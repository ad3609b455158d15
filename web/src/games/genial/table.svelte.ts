/** What the parts of the page share: what is known, what is in hand, what one may do. */
import type { Desk } from './desk.svelte';
import type { Drama } from './drama.svelte';
import type { Gifts } from './gifts.svelte';
import type { Hand } from './hand.svelte';
import type { Zoom } from './zoom.svelte';

const nothing = (): void => undefined;

export class Table {
  place: () => void = nothing;
  empty: () => void = nothing;
  swap: () => void = nothing;
  hint: () => void = nothing;
  replayLast: () => void = nothing;
  answer: (move: 'exchange' | 'draw') => void = nothing;

  constructor(
    readonly desk: Desk,
    readonly hand: Hand,
    readonly drama: Drama,
    readonly zoom: Zoom,
    readonly gifts: Gifts,
  ) {}
}
