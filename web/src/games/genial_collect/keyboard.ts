/** The keys of the collecting game. */
import { keysOf } from '../shared/speak';
import { t } from '../../kit/i18n.svelte';
import type { GenialCollectModel } from './model.svelte';
import { oddsText, rowText, turnText } from './speak';
import type { ByColour } from './view';

const readings: Record<string, (model: GenialCollectModel) => string> = {
  t: ({ view, called, near, others }) =>
    [near, ...others]
      .map((seat) => rowText(called[seat] ?? '', view.owned[seat] as ByColour, view.goal))
      .join('. '),
  o: ({ view, chances }) =>
    chances ? oddsText(view) : t('genial_collect.say.left', { n: view.pile }),
  l: ({ turns, called, seat }) => {
    const last = turns.findLast(({ end }) => end);
    return last ? turnText(last, called[last.seat] ?? '', last.seat === seat) : '';
  },
};

const deeds: Record<string, (model: GenialCollectModel) => void> = {
  ' ': (model) => model.turnUp(),
  s: (model) => model.stop(),
  h: (model) => void model.hint(),
};

/** Do what a key means; returns whether it meant something. */
export function press(event: KeyboardEvent, model: GenialCollectModel): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (model.props.still) return false;
  const read = readings[key];
  if (read) model.announce(read(model));
  // A key that is held turns up one tile only; what it would scroll stays where it is.
  else if (deeds[key]) void (event.repeat || deeds[key](model));
  else return false;
  return true;
}

/** The keys for the help page, each with the key of its words. */
export const KEYS = keysOf('genial_collect', [
  ['Space', 'turnUp'],
  ['S', 'stop'],
  ['O', 'odds'],
  ['T', 'rows'],
  ['L', 'last'],
  ['H', 'hint'],
]);
