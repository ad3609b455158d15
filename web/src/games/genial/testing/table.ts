/** A table with a real position, for the tests of this folder. */
import type { GameEvent, PlayProps } from '../../contract';
import type { BoardView, Preview, Scores } from '../view';
import found from './positions.json';

/** A position as the server would send it, and what some of its moves really bring. */
export interface Case {
  seat: number;
  view: BoardView;
  legal: string[];
  preview: Preview;
  events: GameEvent[];
  brings: { move: string; points: [number, number]; scores: Scores[] | Scores; earns: number }[];
}

export const CASES = found as unknown as Record<string, Case>;

/** Return one of the positions by the name of its variant and the number of seats. */
export function position(name: string): Case {
  const one = CASES[name];
  if (!one) throw new Error(`no position ${name}`);
  return one;
}

/** What the page asked for, in order. */
export interface Asked {
  moves: string[];
  /** What it decided together with each of them. */
  then: (string | undefined)[];
  said: string[];
  sounds: string[];
  back: number;
}

/** Return the props of a table at a position, and what the page will have asked for. */
export function tableAt(
  name: string,
  change: Partial<PlayProps> = {},
  gift: PlayProps['actions']['gift'] = () => Promise.resolve(null),
): [PlayProps, Asked] {
  const { seat, view, legal, preview, events } = position(name);
  const asked: Asked = { moves: [], then: [], said: [], sounds: [], back: 0 };
  const seats = Array.from({ length: view.seats }, (_, n) => ({
    name: n === seat ? 'Nina' : `Bot ${n}`,
    avatar: 'fox',
    here: true,
  }));
  const props = {
    table: { code: 'ABCDEF', phase: 'playing', seats, game: 1, watchers: 0, agreed: { assist: 2 } },
    now: { game: 1, v: events.length, view, waiting: [seat], legal, preview },
    seat,
    held: null,
    counting: null,
    recent: [],
    events,
    busy: false,
    phone: false,
    still: false,
    actions: {
      move: (move: string, then?: string) => {
        asked.moves.push(move);
        asked.then.push(then);
      },
      takeBack: () => asked.back++,
      settle: () => undefined,
      count: () => undefined,
      hint: () => Promise.resolve([{ move: legal[0] ?? '', worth: 1 }]),
      gift,
      announce: (text: string) => asked.said.push(text),
      sound: (sound: string) => asked.sounds.push(sound),
    },
    ...change,
  };
  return [props as unknown as PlayProps, asked];
}
