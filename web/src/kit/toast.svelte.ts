/** Toasts: short notes that disappear by themselves. */
import { announce } from './announce.svelte';
import type { IconName } from './icons';

interface Toast {
  id: number;
  text: string;
  icon: IconName;
  bad: boolean;
  /** The rule behind it, if any, and the game it belongs to. */
  rule: string;
  game: string;
  /** A link to be copied by hand; the toast stays until it is closed. */
  link: string;
}

const STAY = 4000;
export const toasts = $state<Toast[]>([]);
let count = 0;

/**
 * Show a toast and announce it; `more` names the rule behind it, or a link that could not be copied.
 * Returns a function that removes it.
 */
export function toast(
  text: string,
  icon: IconName = 'check',
  bad = false,
  more: { rule?: string; game?: string; link?: string } = {},
): () => void {
  const id = ++count;
  const { rule = '', game = '', link = '' } = more;
  toasts.push({ id, text, icon, bad, rule, game, link });
  if (toasts.length > 3) toasts.shift();
  announce(text, bad);
  if (!link) setTimeout(() => dismiss(id), STAY + (bad ? STAY : 0));
  return () => dismiss(id);
}

/** Remove a toast. */
export function dismiss(id: number): void {
  const place = toasts.findIndex((one) => one.id === id);
  if (place >= 0) toasts.splice(place, 1);
}
