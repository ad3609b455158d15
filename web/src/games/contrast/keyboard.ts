/** The keys of the party game. */
import { t } from '../../kit/i18n.svelte';
import { keysOf } from '../shared/speak';
import type { ContrastModel } from './model.svelte';
import { points } from './speak';

const readings: Record<string, (model: ContrastModel) => string> = {
  t: (model) => points(model.view, model.names),
  b: (model) =>
    model.others
      .map((seat) =>
        t(model.has(seat) ? 'contrast.say.hasChosen' : 'contrast.say.choosing', {
          name: model.called[seat] ?? '',
        }),
      )
      .join(', '),
};

/** Do what a key means; returns whether it meant something. */
export function press(event: KeyboardEvent, model: ContrastModel): boolean {
  const key = event.key.toLowerCase();
  if (model.props.still || ['tab', 'shift'].includes(key)) return false;
  if (key.startsWith('arrow') && !model.showing) return false;
  const reading = readings[key];
  if (reading) model.announce(reading(model));
  else if (key === 'l') model.lastRound();
  else if (model.showing) model.nudge();
  else if (/^[1-9]$/.test(key)) model.choose(model.view.hand[Number(key) - 1] ?? '');
  else if (key === 's' && model.mayCount) model.props.actions.count();
  else if (key === 'h' && model.assist === 3) void model.hint();
  else return false;
  return true;
}

/** The keys for the help page, each with the key of its words. */
export const KEYS = keysOf('contrast', [
  ['1–8', 'choose'],
  ['← → ↑ ↓', 'move'],
  ['Enter', 'lock'],
  ['S', 'count'],
  ['T', 'points'],
  ['B', 'chosen'],
  ['L', 'last'],
  ['H', 'hint'],
]);
