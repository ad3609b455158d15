import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hush, spoken } from '../kit/announce.svelte';
import { settings } from '../settings/preferences.svelte';
import { Bubbles, isEmote } from '../chat/follow.svelte';
import { nothing, type Known } from '../wire/fold';
import { CHARACTERS } from './characters';
import { followEmotes } from './followEmotes.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  hush();
});
afterEach(() => {
  vi.useRealTimers();
  settings.quietBots = false;
});

const table = { seats: [{ name: 'Nina' }, { name: 'level1', bot: 'level1' }] };
const over = { result: { ranks: [2, 1] } };

/** Follow a table that hears of an event, and whose game is over as soon as `end` is called. */
function following(): Record<'hear' | 'end' | 'close', () => void> & { bubbles: Bubbles } {
  let known = $state.raw({ ...nothing(), table } as unknown as Known);
  const bubbles = new Bubbles();
  const close = $effect.root(() =>
    followEmotes(
      () => known,
      () => ['Nina', 'Pip'],
      bubbles,
      () => (events) => events.map(() => ({ what: 'wonder', seats: [] })),
    ),
  );
  flushSync();
  const hear = (): void => {
    known = { ...known, events: [{ event: 'toy' }] } as unknown as Known;
    flushSync();
  };
  const end = (): void => {
    known = { ...known, now: over } as unknown as Known;
    flushSync();
  };
  return { bubbles, hear, end, close };
}

it('a bot’s emote is a bubble at its seat for a moment, and is read out', () => {
  const { bubbles, end, close } = following();
  expect(bubbles.shown).toEqual([]);
  end();
  expect(bubbles.shown).toMatchObject([{ seat: 1, text: 'party-popper', emote: true }]);
  vi.advanceTimersByTime(200);
  expect(spoken.polite).toMatch(/^Pip/);
  vi.advanceTimersByTime(2200);
  expect(bubbles.shown).toEqual([]);
  close();
});

it('a bot reacts to what the game calls remarkable', () => {
  const { bubbles, hear, close } = following();
  hear();
  expect(bubbles.shown).toMatchObject([{ seat: 1, text: 'astonished-face', emote: true }]);
  close();
});

it('quiet bots show nothing', () => {
  settings.quietBots = true;
  const { bubbles, hear, end, close } = following();
  hear();
  end();
  expect(bubbles.shown).toEqual([]);
  close();
});

it('all that bots show can be drawn in a bubble', () => {
  const all = CHARACTERS.flatMap(({ emotes }) => Object.values(emotes));
  expect(all.filter((text) => !isEmote({ text, emote: true }))).toEqual([]);
});
