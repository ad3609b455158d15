/** The options of a new table in words, for the line under which they are folded away. */
import { t } from '../kit/i18n.svelte';
import type { Choice, TableDraft } from './tableDraft';

/** With whom one plays: bots only, friends by a link, or people round this device. */
export type Way = 'bots' | 'friends' | 'round';

/** Return the values of the options that a variant has. */
export function optionWords({ form }: Choice, draft: TableDraft, way: Way): string[] {
  const edition = form.editions.includes(draft.edition ?? '')
    ? draft.edition
    : form.editions.at(-1);
  const round = draft.roundSeconds
    ? t('option.seconds', { n: draft.roundSeconds })
    : t('new.noRound');
  const clock = draft.minutes ? t('option.minutes', { n: draft.minutes }) : t('new.noClock');
  const undo = t('new.undo', { value: t(`option.takeBack.${draft.takeBack}`) });
  return [
    ...(edition ? [t('home.edition', { edition })] : []),
    ...(form.together ? [round] : [t(`assist.${draft.assist}`), clock]),
    ...(form.takes_back && way !== 'bots' ? [undo] : []),
    ...(draft.open && way === 'friends' ? [t('new.public')] : []),
  ];
}
