/** The one thing that matters about a move, as the second line of the button that makes it. */
import { t } from '../../../kit/i18n.svelte';
import type { GenialModel } from '../model.svelte';
import { pulled, scoresOf } from '../score/scores';
import { COLOURS } from '../view';

/** Return a bonus turn, else what becomes of the weakest colour; '' where nothing is to be said. */
export function secondLine(model: GenialModel): string {
  const { hand, view } = model;
  const found = hand.forecast;
  if (!found) return waitsFor(model);
  if (found.bonus.length) return t('genial.bonusTurn');
  if (view.track.shared) {
    const theirs = scoresOf(view, 1 - model.near);
    const after = COLOURS.filter((colour) => found.after[colour] < 0).length;
    return t('genial.bar.colours', {
      a: pulled(found.before),
      b: pulled(theirs),
      c: pulled(found.after),
      d: after,
    });
  }
  const [n, m] = [found.weakestBefore, found.weakest];
  return m > n ? t('bar.rises', { n, m }) : t('bar.stays', { n });
}

/** Before a tile lies there: a bonus turn, or the rule of the first tile. */
function waitsFor({ view, seat, mine, hand }: GenialModel): string {
  if (!mine || hand.pinned) return '';
  if (view.bonus > 0) return t('genial.bonusTurn');
  // It is a rule for the cell: it is said once a tile is in the hand.
  return view.first[seat ?? -1] && hand.tile ? t('genial.bar.first') : '';
}
