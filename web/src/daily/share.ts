/** The result of a puzzle as a text to share, which does not tell the solution. */
import { copy } from '../kit/clipboard';
import { t } from '../kit/i18n.svelte';
import { sendText } from '../share/send';
import type { Try } from './progress.svelte';

const SIGNS = { found: '🟢', close: '🟡', no: '🔴' };

/** One line in words, and a sign for each try. */
export function shareText(
  title: string,
  number: number,
  tries: readonly Try[],
  run: number,
): string {
  const found = tries.findIndex(({ answer }) => answer === 'found') + 1;
  const result = found ? t('daily.share.found', { n: found }) : t('daily.share.missed');
  const signs = tries.map(({ answer }) => SIGNS[answer]).join('');
  return `Hexade ${title} ${number} · ${result} · ${t('daily.share.streak', { n: run })}\n${signs}`;
}

/**
 * Share a text by the system's sheet, with a picture where that takes one, or else copy it; `no`:
 * neither was allowed.
 */
export async function give(
  text: string,
  picture: Blob | null = null,
): Promise<'shared' | 'copied' | 'no'> {
  if (await sendText(text, 'hexade-puzzle.png', picture)) return 'shared';
  return (await copy(text)) ? 'copied' : 'no';
}
