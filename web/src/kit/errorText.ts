/** Why something was refused, in the reader's language. */
import { t } from './i18n.svelte';

/** Return the words for a refusal: the game's own, the app's, or else the server's sentence. */
export function errorText(told: { code: string; text: string }, game = ''): string {
  for (const key of [`${game}.trouble.${told.code}`, `trouble.${told.code}`]) {
    const words = t(key);
    if (words !== key) return words;
  }
  return told.text;
}
