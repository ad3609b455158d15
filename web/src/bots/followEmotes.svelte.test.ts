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

/** Follow a table whose game is over as soon as `end` is called. */
function following(): { bubbles: Bubbles; end: () => void; close: () => void } {
  let known = $state.raw({ ...nothing(), table } as unknown as Known);
  const bubbles = new Bubbles();
  const close = $effect.root(() =>
    followEmotes(
      () => known,
      () => ['Nina', 'Pip'],
      bubbles,
    ),
  );
  flushSync();
  const end = (): void => {
    known = { ...known, now: over } as unknown as Known;
    flushSync();
  };
  return { bubbles, end, close };
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

it('quiet bots show nothing', () => {
  settings.quietBots = true;
  const { bubbles, end, close } = following();
  end();
  expect(bubbles.shown).toEqual([]);
  close();
});

it('all that bots show can be drawn in a bubble', () => {
  const all = CHARACTERS.flatMap(({ emotes }) => Object.values(emotes));
  expect(all.filter((text) => !isEmote({ text, emote: true }))).toEqual([]);
});
