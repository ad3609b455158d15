/** Follows what is said at a table: what is unread, and the bubbles at the seats. */
import { untrack } from 'svelte';
import { CHARACTERS } from '../bots/characters';
import { announce } from '../kit/announce.svelte';
import { EMOTES } from '../kit/avatars';
import { t } from '../kit/i18n.svelte';
import type { Known } from '../wire/fold';
import type { Said } from '../wire/messages';

/** How long a bubble stays, in milliseconds. */
export function stay({ text, emote }: Pick<Said, 'text' | 'emote'>): number {
  return emote ? 2200 : Math.min(9000, 4000 + 60 * text.length);
}

/** All that the page can draw: what people choose from, and what bots show. */
const DRAWN = new Set<string>([
  ...EMOTES,
  ...CHARACTERS.flatMap(({ emotes }) => Object.values(emotes)),
]);

/** Whether a message is one of the emotes that the page can draw. */
export const isEmote = ({ text, emote }: Pick<Said, 'text' | 'emote'>): boolean =>
  Boolean(emote) && DRAWN.has(text);

/** A message in words. */
export const inWords = (line: Said): string =>
  isEmote(line) ? t(`emote.${line.text}`) : line.text;

/** The number of the last message. */
export const newest = (chat: readonly Said[]): number =>
  chat.reduce((n, line) => Math.max(n, line.n), 0);

/** How many messages of others came after the n-th; an emote was seen, or is past. */
export const unreadIn = (chat: readonly Said[], seat: number | null, read: number): number =>
  chat.filter((line) => line.n > read && line.seat !== seat && !line.emote).length;

/** What is in bubbles now: at most one message of each seat; the rest of them wait. */
export class Bubbles {
  shown = $state.raw<Said[]>([]);
  private waiting: Said[] = [];
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on the page depends on it
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** Show a message, or as soon as its seat has nothing else to say. */
  say(line: Said): void {
    this.waiting.push(line);
    this.next();
  }

  private next(): void {
    for (const line of [...this.waiting]) {
      if (this.shown.some(({ seat }) => seat === line.seat)) continue;
      this.waiting = this.waiting.filter((one) => one !== line);
      this.shown = [...this.shown, line];
      this.timers.set(
        line.n,
        setTimeout(() => this.dismiss(line.n), stay(line)),
      );
    }
  }

  /** Take a bubble away before its time. */
  dismiss(n: number): void {
    clearTimeout(this.timers.get(n));
    this.timers.delete(n);
    this.shown = this.shown.filter((one) => one.n !== n);
    this.next();
  }

  /** Take away all that a seat says, and what it was about to say. */
  hush(seat: number): void {
    this.waiting = this.waiting.filter((one) => one.seat !== seat);
    for (const { n } of this.shown.filter((one) => one.seat === seat)) this.dismiss(n);
  }

  /** Forget everything. */
  clear(): void {
    this.waiting = [];
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.shown = [];
  }
}

export interface ChatFeed {
  readonly unread: number;
  readonly bubbles: Bubbles;
}

/**
 * Follow the chat of a table: messages from now on, or after the n-th (`since`), are announced and
 * get bubbles. While the chat is open (`reading`) nothing is unread.
 */
export function followChat(
  known: () => Known,
  names: () => string[],
  reading: () => boolean,
  since?: number | null,
): ChatFeed {
  const bubbles = new Bubbles();
  let heard = since ?? untrack(() => newest(known().chat));
  let read = $state(untrack(() => heard));
  $effect(() => {
    if (reading()) read = newest(known().chat);
  });
  $effect(() => {
    const { chat, seat, muted } = known();
    const fresh = chat.filter((line) => line.n > heard && !muted.includes(line.seat));
    heard = Math.max(heard, newest(chat));
    untrack(() => {
      for (const line of fresh) bubbles.say(line);
      const said = fresh
        .filter((line) => line.seat !== seat)
        .map((line) => t('table.said', { name: names()[line.seat] ?? '', text: inWords(line) }));
      if (said.length) announce(said.join(' '));
    });
  });
  $effect(() => {
    for (const seat of known().muted) untrack(() => bubbles.hush(seat));
  });
  $effect(() => () => bubbles.clear());
  const unread = $derived.by(() => {
    if (reading()) return 0;
    const { chat, seat, muted } = known();
    return unreadIn(
      chat.filter((line) => !muted.includes(line.seat)),
      seat,
      read,
    );
  });
  return {
    get unread() {
      return unread;
    },
    bubbles,
  };
}
