/** Tiles, odds and what happens in words. */
import { t } from '../../kit/i18n.svelte';
import type { GameEvent } from '../contract';
import { capital, listed } from '../shared/speak';
import { watched, type GenialCollectModel } from './model.svelte';
import { badOf, chancesOf, type Bay } from './turn/odds';
import { why } from './turn/playback.svelte';
import { lostIn, turnsOf, type Turn } from './turn/turns';
import {
  COLOURS,
  ascending,
  colourName,
  seen,
  type ByColour,
  type Colour,
  type View,
} from './view';

const word = (key: string, values = {}): string => t(`genial_collect.${key}`, values);

/** How many of each colour: "red 2, blue 1". */
export const tally = (tiles: readonly Colour[]): string =>
  COLOURS.filter((colour) => tiles.includes(colour))
    .map((colour) => `${colourName(colour)} ${tiles.filter((one) => one === colour).length}`)
    .join(', ');

const bad = (turn: Turn): string =>
  word(`bad.${why(turn)}`, { colour: colourName(turn.up.at(-1) ?? 'r') });

/** Why the last tile of a turn was bad: "Yellow came twice", and whose it was if not one's own. */
export const badText = (turn: Turn, name: string, me: boolean): string =>
  me ? capital(bad(turn)) : word('bad.other', { name, what: bad(turn) });

/** What somebody's turn brought or cost: "Mira turned up yellow: bad, lost 2 tiles"; or shorter. */
export function sinceText(turn: Turn, name: string, short: boolean): string {
  if (turn.end !== 'bad') return word('since.stop', { name, n: turn.taken.length });
  const colour = colourName(turn.up.at(-1) ?? 'r');
  return word(short ? 'since.badShort' : 'since.bad', { name, colour, n: lostIn(turn) });
}

/** The chance of a bad tile, and of which colours: "31 per cent bad: blue 12, yellow 19". */
export function oddsText(view: View): string {
  const { each, bad } = chancesOf(view);
  const colours = badOf(view).map((colour) => `${colourName(colour)} ${each[colour]}`);
  return word('say.odds', { p: bad, n: bad ? 1 : 0, colours: colours.join(', ') });
}

/** What lies in a bay, for the ear. */
export const bayText = ({ colour, is, lying, brings }: Bay, chance: number | null): string =>
  capital(word(`say.bay.${is}`, { colour: colourName(colour), n: lying, brings })) +
  (chance === null ? '' : `, ${word('say.chance', { p: chance })}`);

/** The pile as a button: what turning up risks and what stopping brings. */
export function pileText({ view, chances, stopping, takes, mine }: GenialCollectModel): string {
  const said = [word('turn_up')];
  if (chances) said.push(oddsText(view));
  if (stopping && mine) said.push(word('say.stopTakes', { n: takes }));
  said.push(word('say.left', { n: view.pile }));
  return said.join('. ');
}

/** All that a seat owns, the colour that is furthest from the goal first. */
export function rowText(name: string, owned: ByColour, goal: number): string {
  const each = ascending(owned).map((colour) =>
    owned[colour] < goal
      ? `${colourName(colour)} ${owned[colour]}`
      : word('complete', { colour: colourName(colour) }),
  );
  return `${name}: ${each.join(', ')}`;
}

/** How a turn ended: "Mira stopped after 3, plus 7". */
export const turnText = (turn: Turn, name: string, me: boolean): string => {
  const who = { name, me: me ? 'yes' : 'no', n: turn.up.length };
  if (turn.end === 'stop')
    return `${word('turn.stopped', who)}: ${word('say.gain', { n: turn.taken.length })}`;
  if (turn.end === 'bad') return `${word('turn.bad', who)}: ${word('lost', { n: lostIn(turn) })}`;
  return word('turn.open', who);
};

function turnedUp(event: GameEvent, who: object, view: View, events: readonly GameEvent[]): string {
  const colour = colourName(event.tile as Colour);
  if (event.good) {
    const risk =
      watched.chances && view.pile ? ` ${word('say.risk', { p: chancesOf(view).bad })}` : '';
    return word('say.good', { ...who, colour }) + risk;
  }
  const turn = turnsOf(events).at(-1);
  return word('say.bad', { ...who, colour, n: turn ? lostIn(turn) : 0 });
}

/** One event as a sentence; null where it needs none. */
export function say(
  event: GameEvent,
  names: string[],
  known: Record<string, unknown>,
  events: readonly GameEvent[] = [],
): string | null {
  const view = seen(known);
  const who = { name: names[event.seat ?? -1] ?? '', me: event.seat === view.seat ? 'yes' : 'no' };
  switch (event.event) {
    case 'turn_up':
      if (!event.tile) return word('say.goesOn', who);
      return capital(turnedUp(event, who, view, events));
    case 'stop': {
      const tiles = event.tiles as Colour[];
      return word('say.stop', { ...who, n: tiles.length, tiles: tally(tiles) });
    }
    case 'middle':
      return word('say.middle', { tiles: listed((event.tiles as Colour[]).map(colourName)) });
    default:
      return null;
  }
}
