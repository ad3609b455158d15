/** What is said of a try at a puzzle. */
import { t } from '../kit/i18n.svelte';
import type { Answer } from './puzzles';

/** Return what is said of a try; how often it wins only where that is known. */
export function tryText(answer: Answer, wins: { p: number; q: number } | null): string {
  const short = wins || answer === 'found' ? '' : '.short';
  return t(`daily.said.${answer}${short}`, { ...wins });
}
