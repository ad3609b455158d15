/** Who has just sat down at a table, and who has just left it: shown at the seats for a while. */
import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { SeatState } from '../wire/messages';
import { namesOf } from './names';

/** How long it is news. */
const FRESH_MS = 10_000;

export interface Coming {
  came: boolean;
  /** The name of the one who left. */
  name: string;
}

/** What changed between two states, by seat; whoever only changes seats neither came nor left. */
export function comings(before: SeatState[], after: SeatState[]): [seat: number, Coming][] {
  const found: [number, Coming][] = [];
  if (before.length !== after.length) return found;
  const names = namesOf(before);
  const sits = (seats: SeatState[], name: string): boolean =>
    seats.some((one) => one.name === name);
  for (const [n, { name }] of after.entries()) {
    const was = before[n]?.name;
    if (name === was) continue;
    if (name && !sits(before, name)) found.push([n, { came: true, name }]);
    else if (was && !name && !sits(after, was))
      found.push([n, { came: false, name: names[n] ?? was }]);
  }
  return found;
}

/** Follow the seats of a table, in a component. */
export function followComings(seats: () => SeatState[]): SvelteMap<number, Coming> {
  const fresh = new SvelteMap<number, Coming>();
  let before: SeatState[] | null = null;
  const timers: ReturnType<typeof setTimeout>[] = [];
  $effect(() => {
    const after = seats();
    untrack(() => {
      if (before && before.length !== after.length) fresh.clear();
      for (const [n, coming] of comings(before ?? after, after)) {
        fresh.set(n, coming);
        timers.push(setTimeout(() => fresh.get(n) === coming && fresh.delete(n), FRESH_MS));
      }
      before = after;
    });
  });
  $effect(() => () => timers.forEach(clearTimeout));
  return fresh;
}
