/** Tells players who look elsewhere that it is their turn. */
import { untrack } from 'svelte';
import { t } from '../kit/i18n.svelte';
import { pageVisible } from '../kit/visibility.svelte';
import { to } from '../router.svelte';
import { badge, notifies, notify } from './notify.svelte';

/** A turn of one's own. */
export interface Turn {
  /** The table's code: a table has one notification at most. */
  code: string;
  /** Which turn it is, where that is known: each is announced once. */
  which?: string;
  /** With whom one plays there. */
  names: string;
}

/**
 * Notify of each turn that comes, or is there, while the page is hidden. A notification goes when
 * the page is looked at, or its turn is over; the badge counts the turns.
 */
export function followTurns(turns: () => Turn[]): void {
  // Nothing on the page depends on it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  const told = new Map<string, { which: string; takeBack: () => void }>();
  const end = (code: string): void => {
    told.get(code)?.takeBack();
    told.delete(code);
  };
  $effect(() => {
    const now = turns();
    const hidden = !pageVisible.now;
    const wanted = notifies();
    untrack(() => {
      badge(now.length);
      for (const code of [...told.keys()]) if (!now.some((one) => one.code === code)) end(code);
      for (const { code, which = '', names } of now) {
        if (hidden && told.get(code)?.which === which) continue;
        end(code);
        const title = t('turn.mine');
        const body = names && t('notify.with', { names });
        const takeBack =
          hidden && wanted
            ? notify(`turn-${code}`, { title, body, href: to(`/t/${code}`) })
            : () => undefined;
        if (!hidden || wanted) told.set(code, { which, takeBack }); // seen, or told
      }
    });
  });
  $effect(() => () => {
    for (const code of [...told.keys()]) end(code);
    badge(0);
  });
}
