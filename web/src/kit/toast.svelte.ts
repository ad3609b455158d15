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
}

const STAY = 4000;
export const toasts = $state<Toast[]>([]);
let count = 0;

/** Show a toast and announce it; `why` names the rule behind it. Returns a function that removes it. */
export function toast(
  text: string,
  icon: IconName = 'check',
  bad = false,
  why: { rule?: string; game?: string } = {},
): () => void {
  const id = ++count;
  toasts.push({ id, text, icon, bad, rule: why.rule ?? '', game: why.game ?? '' });
  if (toasts.length > 3) toasts.shift();
  announce(text, bad);
  setTimeout(() => dismiss(id), STAY + (bad ? STAY : 0));
  return () => dismiss(id);
}

/** Remove a toast. */
export function dismiss(id: number): void {
  const place = toasts.findIndex((one) => one.id === id);
  if (place >= 0) toasts.splice(place, 1);
}
