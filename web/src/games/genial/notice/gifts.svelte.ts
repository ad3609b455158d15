/** The coach's warning: what the pinned tile would open for the next player, as the server says. */
import type { GenialModel } from '../model.svelte';
import { giftText } from '../speak';

/** The best placement that a move opens, in the form of a placement. */
export interface Gift {
  seat: number;
  tile: string;
  cells: [string, string];
  points: [number, number];
  steps: number;
}

const COACH = 3;
/** A tile that is being turned asks for nothing. */
const PAUSE_MS = 150;

export class Gifts {
  /** What the pinned tile opens; null while nothing is known, or it opens nothing. */
  found: Gift | null = $state.raw(null);
  /** The move to ask about. */
  readonly move: string | null = $derived.by(() => {
    const { model } = this;
    const { hand } = model;
    if (model.assist < COACH || !model.mine || !hand.pinned || !hand.spot) return null;
    return model.legal.find(hand.spot);
  });
  // What was asked before is kept; nothing on the page depends on it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  private readonly known = new Map<string, Gift | null>();

  constructor(private readonly model: GenialModel) {}

  /** Follow the pinned tile: what runs in an effect, and ends with what it returns. */
  follow(): () => void {
    const { move } = this;
    const key = `${this.model.props.now.v} ${move}`;
    this.found = this.known.get(key) ?? null;
    if (!move || this.known.has(key)) return () => undefined;
    let gone = false;
    const timer = setTimeout(() => {
      void this.model.props.actions.gift(move).then((gift) => {
        if (gift === undefined) return; // Too fast, or too late: it is asked again another time.
        if (this.known.size > 200) this.known.clear();
        this.known.set(key, gift as Gift | null);
        if (gone) return;
        this.found = gift as Gift | null;
        if (this.found) this.model.announce(giftText(this.found, this.model.names));
      });
    }, PAUSE_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }
}
