/** The keys of the card game. */
import { t } from '../../kit/i18n.svelte';
import { keysOf } from '../shared/speak';
import type { GenialCardsModel } from './model.svelte';
import { matches, openCards, say, track } from './speak';

const readings: Record<string, (model: GenialCardsModel) => string> = {
  x: ({ brings, called }) => (brings ? matches(brings, called) : t('genial_cards.pickFirst')),
  t: ({ view, called }) =>
    view.chips.map((chips, seat) => track(called[seat] ?? '', chips)).join('. '),
  b: ({ view, called }) => openCards(view, called),
  l: ({ events, names, props }) => {
    const last = events.findLast(({ event }) => event === 'play');
    return (last && say(last, names, props.now.view)) ?? '';
  },
};

function enter(model: GenialCardsModel): void {
  const at = model.hand?.focused() ?? -1;
  // A card that was only reached is picked first: nobody plays what they have not chosen.
  if (at >= 0 && at !== model.picked) model.pickAloud(at);
  else model.play();
}

const deeds: Record<string, (model: GenialCardsModel) => void> = {
  Enter: enter,
  ArrowLeft: ({ hand }) => hand?.step(-1),
  ArrowRight: ({ hand }) => hand?.step(1),
  ArrowUp: (model) => model.turnOrder(),
  ArrowDown: (model) => model.turnOrder(),
  Escape: (model) => model.pick(null),
  z: (model) => model.takeBack(),
  s: (model) => model.playAndRenew(),
  h: (model) => void (model.assist === 3 && model.mine && model.hint()),
};

/** Do what a key means; returns whether it meant something. */
export function press(event: KeyboardEvent, model: GenialCardsModel): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // With no card to put back, Escape belongs to the rest of the page.
  if (model.props.still || (key === 'Escape' && model.picked === null)) return false;
  if (/^[1-6]$/.test(key)) model.pickAloud(Number(key) - 1);
  else if (readings[key]) model.announce(readings[key](model));
  else if (deeds[key]) deeds[key](model);
  else return false;
  return true;
}

/** The keys for the help page, each with the key of its words. */
export const KEYS = keysOf('genial_cards', [
  ['1–6', 'pick'],
  ['← →', 'move'],
  ['↑ ↓', 'order'],
  ['Enter', 'play'],
  ['Esc', 'back'],
  ['Z', 'takeBack'],
  ['S', 'newHand'],
  ['X', 'matches'],
  ['T', 'tracks'],
  ['B', 'open'],
  ['L', 'last'],
  ['H', 'hint'],
]);
