/** What bots show now and then, in bubbles at their faces as people's emotes; off with "quiet bots". */
import { untrack } from 'svelte';
import type { GameEvent, GamePage } from '../games/contract';
import { announce } from '../kit/announce.svelte';
import { t } from '../kit/i18n.svelte';
import { settings } from '../settings/preferences.svelte';
import type { Bubbles } from '../chat/follow.svelte';
import type { Known } from '../wire/fold';
import { shownIn } from './emotes';

// Messages of people are counted from 1.
let count = 0;

/** Show what bots have to show from now on. */
export function followEmotes(
  known: () => Known,
  names: () => string[],
  bubbles: Bubbles,
  remarks: () => GamePage['remarks'],
): void {
  const said = $derived.by(() => {
    const { events, table, now } = known();
    return shownIn(events as GameEvent[], table?.seats ?? [], now?.result, remarks());
  });
  // What was said before one came is over.
  let heard = untrack(() => said.length);
  $effect(() => {
    const last = said.at(-1);
    const fresh = said.length > heard;
    heard = said.length;
    if (!last || !fresh || settings.quietBots) return;
    untrack(() => {
      const { seat, emote } = last;
      bubbles.say({ t: 'said', n: --count, seat, text: emote, emote: true });
      announce(t('bots.says', { name: names()[seat] ?? '', emote: t(`emote.${emote}`) }));
    });
  });
}
