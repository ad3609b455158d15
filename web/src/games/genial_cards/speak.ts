/** Cards, gains and chips in words. */
import { t } from '../../kit/i18n.svelte';
import type { GameEvent } from '../contract';
import { listed } from '../shared/speak';
import {
  ascending,
  colourName,
  halves,
  seen,
  symbolName,
  weakest,
  type Brings,
  type Chips,
  type Colour,
  type Played,
  type View,
} from './view';

/** A card: "red star and blue star". */
export const card = (name: string): string => listed(halves(name).map(symbolName));

/** A gain as it is shown: "+3 (1 lost)". */
export function gain(steps: number, lost: number): string {
  return lost ? t('genial_cards.gainLost', { steps, lost }) : `+${steps}`;
}

export interface Gain {
  colour: Colour;
  steps: number;
  lost: number;
}

/** What a play brings for each of its symbols, in the order of scoring. */
export function gains({
  order,
  points,
  steps,
}: Pick<Played, 'order' | 'points' | 'steps'>): Gain[] {
  return halves(order).map((colour, n) => ({
    colour,
    steps: steps[n] ?? 0,
    lost: (points[n] ?? 0) - (steps[n] ?? 0),
  }));
}

/** A gain for the ear: "orange plus 3, 1 lost". */
export const heard = ({ colour, steps, lost }: Gain): string =>
  t('genial_cards.say.gain', { colour: colourName(colour), steps, lost });

/** All that a card would bring, for the ear. */
export function forecast(brings: Brings, chips: Chips): string {
  const said = gains(brings).map(heard);
  const after = weakest(brings.chips).value;
  if (after > weakest(chips).value) said.push(t('genial_cards.say.weakest', { n: after }));
  if (brings.bonus) said.push(t('genial_cards.bonus', { n: brings.bonus }));
  if (brings.ends) said.push(t('genial_cards.ends'));
  return said.join(', ');
}

/** Which open symbols match, player by player. */
export function matches(brings: Brings, names: string[]): string {
  if (!brings.lines.length) return t('genial_cards.say.noMatch');
  return brings.lines
    .map(({ colour, seat }) => `${symbolName(colour)}: ${names[seat] ?? ''}`)
    .join(', ');
}

/** All chips of a seat, the weakest first. */
export function track(name: string, chips: Chips): string {
  const each = ascending(chips).map((colour) => `${colourName(colour)} ${chips[colour]}`);
  return `${name}: ${each.join(', ')}`;
}

/** All open cards, player by player. */
export const openCards = (view: View, names: string[]): string =>
  view.open.map((cards, seat) => `${names[seat] ?? ''}: ${cards.map(card).join('; ')}`).join('. ');

/** One event as a sentence; null where it needs none. */
export function say(
  event: GameEvent,
  names: string[],
  known: Record<string, unknown>,
): string | null {
  const name = names[event.seat ?? -1] ?? '';
  const me = event.seat === seen(known).seat ? 'yes' : 'no';
  if (event.event === 'play') {
    const played = event as unknown as Played;
    const what = card(played.card);
    const brought = gains(played).map(heard).join(', ');
    return t('genial_cards.say.play', { name, me, card: what, gains: brought });
  }
  if (event.event === 'renew') {
    const cards = (event.cards as string[]).map(card).join('; ');
    return t('genial_cards.say.renew', { name, me, cards });
  }
  if (event.event === 'round') {
    const start = Number(event.start);
    const who = names[start] ?? '';
    const mine = start === seen(known).seat ? 'yes' : 'no';
    return t('genial_cards.say.round', { n: Number(event.number), name: who, me: mine });
  }
  if (event.event === 'reshuffle')
    return t('genial_cards.say.reshuffle', { n: Number(event.cards) });
  return null;
}
