/** What a table agreed on, in words: only what its game has. */
import { t } from '../kit/i18n.svelte';
import { slowDays } from '../wire/clocks';
import type { Origin, TableState, VariantInfo } from '../wire/messages';

/** That a game did not begin with a deal; whoever played on from a replay may know what comes. */
export const fromFact = ({ replay }: Origin): string => t(replay ? 'table.from' : 'table.fromLine');

export function agreedFacts(
  { agreed, seats, from }: TableState,
  form: VariantInfo | null,
): string[] {
  const minutes = Math.round((agreed.clock?.player_s ?? 0) / 60);
  return [
    t('table.players', { n: seats.length }),
    ...(agreed.edition ? [t('table.edition', { edition: agreed.edition })] : []),
    ...(form && !form.together ? [t('wait.assist', { level: t(`assist.${agreed.assist}`) })] : []),
    ...(form?.takes_back ? [t('wait.takeBack', { n: agreed.take_back ? 1 : 0 })] : []),
    ...(slowDays(agreed) ? [t('slow.agreed', { n: slowDays(agreed) })] : []),
    ...(minutes ? [t('wait.clock', { n: minutes, s: agreed.clock?.increment_s ?? 0 })] : []),
    ...(agreed.round_s ? [t('wait.round', { s: agreed.round_s })] : []),
    ...(agreed.talk === 'open' ? [t('wait.openTalk')] : []),
    t(agreed.public ? 'wait.public' : 'wait.private'),
    ...(from ? [fromFact(from)] : []),
  ];
}
