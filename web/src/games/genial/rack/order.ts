/** One's own order of tiles: kept here only, the server knows no order. */
import type { Colour, Scores } from '../view';
import { halves } from '../view';

export interface Slot {
  id: number;
  tile: string;
}

/** Return the slots for a new rack: what stays keeps its place, what came fills the gaps. */
export function arranged(slots: readonly Slot[], rack: readonly string[], nextId: number): Slot[] {
  const left = [...rack];
  const kept: (Slot | null)[] = slots.map((slot) => {
    const at = left.indexOf(slot.tile);
    if (at < 0) return null;
    left.splice(at, 1);
    return slot;
  });
  let id = nextId;
  const filled = kept.map((slot) => {
    const tile = slot ? undefined : left.shift();
    return slot ?? (tile ? { id: id++, tile } : null);
  });
  const added = left.map((tile) => ({ id: id++, tile }));
  return [...filled.filter((slot) => slot !== null), ...added];
}

/** Return the slots with one of them put at another place. */
export function moved(slots: readonly Slot[], from: number, to: number): Slot[] {
  const order = [...slots];
  const [slot] = order.splice(from, 1);
  if (slot) order.splice(Math.max(0, Math.min(to, order.length)), 0, slot);
  return order;
}

/** Return the slots with those first that show the weakest colours. */
export function sorted(slots: readonly Slot[], scores: Scores): Slot[] {
  const value = (slot: Slot): number[] =>
    halves(slot.tile)
      .map((colour: Colour) => scores[colour])
      .sort((a, b) => a - b);
  return [...slots].sort((one, two) => {
    const [a, b] = [value(one), value(two)];
    return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || one.id - two.id;
  });
}
