/** The turns of a game, from its events: how each went, and what it brought or cost. */
import type { GameEvent } from '../../contract';
import type { Colour } from '../view';

export interface Turn {
  seat: number;
  /** The tiles turned up, a bad one included. */
  up: Colour[];
  /** How it ended; null while it is going on. */
  end: 'stop' | 'bad' | null;
  /** What the player took by stopping. */
  taken: Colour[];
}

/** Return the turns of a game, in order. */
export function turnsOf(events: readonly GameEvent[]): Turn[] {
  const turns: Turn[] = [];
  for (const event of events) {
    const seat = event.seat ?? -1;
    if (event.event === 'turn_up') {
      let turn = turns.at(-1);
      if (!turn || turn.end || turn.seat !== seat)
        turns.push((turn = { seat, up: [], end: null, taken: [] }));
      turn.up.push(event.tile as Colour);
      if (event.good === false) turn.end = 'bad';
    }
    const turn = turns.at(-1);
    if (event.event === 'stop' && turn) {
      turn.end = 'stop';
      turn.taken = event.tiles as Colour[];
    }
  }
  return turns;
}

/** How many tiles a turn has lost: those turned up before the bad one. */
export const lostIn = ({ up, end }: Turn): number => (end === 'bad' ? up.length - 1 : 0);

/** Whether the bad tile of a turn had been turned up in it before; else its colour was absent. */
export const twice = ({ up }: Pick<Turn, 'up'>): boolean =>
  up.slice(0, -1).includes(up.at(-1) as Colour);
