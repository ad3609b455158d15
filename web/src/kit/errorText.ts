/** The words for refusals and errors, in the reader's language. */
import { t } from './i18n.svelte';
import { toast } from './toast.svelte';

/** A refusal of the server; `rule` is the number of the rule behind it. */
interface Refusal {
  code: string;
  text: string;
  rule?: string;
}

/** Return the words for a refusal: the game's own, the app's, or else the server's sentence. */
export function errorText(refusal: Refusal, game = ''): string {
  for (const key of [`${game}.trouble.${refusal.code}`, `trouble.${refusal.code}`]) {
    const words = t(key);
    if (words !== key) return words;
  }
  return refusal.text;
}

/** Show a refusal as a toast, with a link to the rule behind it. */
export function showRefusal(refusal: Refusal, game = ''): void {
  toast(errorText(refusal, game), 'x', true, { rule: refusal.rule, game });
}
