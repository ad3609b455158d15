import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hush, spoken } from '../kit/announce.svelte';
import { nothing, type Known } from '../wire/fold';
import type { Said } from '../wire/messages';
import { Bubbles, followChat, stay, unreadIn, type ChatFeed } from './follow.svelte';

const line = (n: number, seat: number, text = 'hello', emote = false): Said =>
  ({ t: 'said', n, seat, text, emote }) as Said;

beforeEach(() => {
  vi.useFakeTimers();
  hush();
});
afterEach(() => vi.useRealTimers());

it('an emote stays for a moment, and text by its length', () => {
  expect(stay({ text: 'fire', emote: true })).toBe(2200);
  expect(stay({ text: 'x'.repeat(10), emote: false })).toBe(4600);
  expect(stay({ text: 'x'.repeat(300), emote: false })).toBe(9000);
});

it('each seat has one bubble, and its next message waits', () => {
  const bubbles = new Bubbles();
  for (const one of [line(1, 0, 'fire', true), line(2, 0, 'two'), line(3, 1, 'fire', true)])
    bubbles.say(one);
  const shown = (): number[] => bubbles.shown.map(({ n }) => n).sort();
  expect(shown()).toEqual([1, 3]);
  vi.advanceTimersByTime(2200);
  expect(shown()).toEqual([2]);
  bubbles.dismiss(2);
  expect(shown()).toEqual([]);
  bubbles.say(line(4, 0, 'three'));
  bubbles.say(line(5, 0, 'four'));
  bubbles.hush(0);
  expect(shown()).toEqual([]);
  vi.advanceTimersByTime(20_000);
  expect(shown()).toEqual([]);
});

it('own messages and emotes are never unread', () => {
  const chat = [line(1, 0), line(2, 1), line(3, 0), line(4, 1, 'fire', true), line(5, 2)];
  expect(unreadIn(chat, 0, 0)).toBe(2);
  expect(unreadIn(chat, 0, 2)).toBe(1);
  expect(unreadIn(chat, null, 0)).toBe(4);
});

/** Follow a table whose chat the test writes. */
function following(): {
  chat: ChatFeed;
  hear: (more: Partial<Known>) => void;
  read: (on: boolean) => void;
  end: () => void;
} {
  let known = $state.raw<Known>({ ...nothing(), seat: 0, chat: [line(1, 1, 'before')] });
  let reading = $state(false);
  let chat: ChatFeed | undefined;
  const end = $effect.root(() => {
    chat = followChat(
      () => known,
      () => ['Ada', 'Bea'],
      () => reading,
    );
  });
  flushSync();
  return {
    chat: chat as unknown as ChatFeed,
    hear: (more) => {
      known = { ...known, ...more };
      flushSync();
    },
    read: (on) => {
      reading = on;
      flushSync();
    },
    end,
  };
}

it('what is said from now on is announced with its name, and gets a bubble', () => {
  const { chat, hear, read, end } = following();
  expect(chat.unread).toBe(0);
  expect(chat.bubbles.shown).toEqual([]);
  hear({ chat: [line(1, 1, 'before'), line(2, 1, 'hello')] });
  expect(spoken.polite).toBe('Bea: hello');
  expect(chat.bubbles.shown).toHaveLength(1);
  expect(chat.unread).toBe(1);
  read(true);
  expect(chat.unread).toBe(0);
  read(false);
  expect(chat.unread).toBe(0);
  end();
});

it('one’s own message has a bubble too, and is neither announced nor unread', () => {
  const { chat, hear, end } = following();
  hear({ chat: [line(2, 0, 'mine')] });
  expect(chat.bubbles.shown.map(({ text }) => text)).toEqual(['mine']);
  expect(chat.unread).toBe(0);
  expect(spoken.polite).toBe('');
  end();
});

it('a muted player falls silent at once', () => {
  const { chat, hear, end } = following();
  hear({ chat: [line(2, 1, 'spam')] });
  hear({ muted: [1] });
  expect(chat.bubbles.shown).toEqual([]);
  hear({ chat: [line(2, 1, 'spam'), line(3, 1, 'more')] });
  expect(chat.bubbles.shown).toEqual([]);
  expect(chat.unread, 'nor is anything of theirs new').toBe(0);
  end();
});

it('a shorter list after a reconnect hides nothing that is new', () => {
  const { chat, hear, end } = following();
  hear({ chat: Array.from({ length: 9 }, (_, n) => line(n + 2, 0)) });
  hear({ chat: [line(10, 0), line(11, 1, 'news')] });
  expect(chat.unread).toBe(1);
  expect(spoken.polite).toBe('Bea: news');
  end();
});
