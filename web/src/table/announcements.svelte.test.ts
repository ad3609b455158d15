import { flushSync, tick } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import type { GameEvent, GamePage } from '../games/contract';
import { hush, spoken } from '../kit/announce.svelte';
import { nothing, type Known } from '../wire/fold';
import type { Now, TableState } from '../wire/messages';
import type { Table } from '../wire/table.svelte';
import { namesOf } from './names';
import { screen } from '../kit/screen.svelte';
import { settings } from '../settings/preferences.svelte';
import { play } from '../sound/sound';
import { toasts } from '../kit/toast.svelte';
import { stored } from '../wire/storage.svelte';
import { changes, followGame, followSeats } from './announcements.svelte';

vi.mock('../sound/sound', () => ({ play: vi.fn() }));

/** A table that hears what a test says. */
function heard(first: Partial<Known>): { table: Table; hear: (more: Partial<Known>) => void } {
  let known = $state.raw<Known>({ ...nothing(), seat: 0, ...first });
  const table = {
    get known() {
      return known;
    },
  } as Table;
  return { table, hear: (more) => (known = { ...known, ...more }) };
}

describe('the players of a table', () => {
  const fox = { name: 'Fox', avatar: 'fox', here: true };
  const room = (seats: object[]): TableState => ({ seats }) as unknown as TableState;

  it('have names; equal bots get a number', () => {
    const names = namesOf([fox, { name: 'x', bot: 'random' }, { name: 'y', bot: 'random' }, {}]);
    expect(names).toEqual(['Fox', 'Random bot\u00a01', 'Random bot\u00a02', 'Seat 4']);
    const lent = { ...fox, stand_in: 'random' };
    expect(namesOf([lent, {}]), 'a bot plays for them').toEqual(['Fox (bot)', 'Seat 2']);
  });

  it('cause a toast when one comes, goes, or lets a bot stand in', () => {
    const say = (before: object, after: object): string[] =>
      changes([fox, before], [fox, after], 0).map(({ text }) => text);
    expect(say({}, { name: 'Owl' })).toEqual(['Owl sat down.']);
    expect(say({ name: 'Owl' }, {})).toEqual(['Owl left the seat.']);
    expect(say({ name: 'Owl' }, { name: 'Owl', stand_in: 'random' })).toEqual([
      'A bot is playing for Owl.',
    ]);
    expect(say({ name: 'Owl', stand_in: 'random' }, { name: 'Owl' })).toEqual([
      'Owl is playing again.',
    ]);
    expect(say({ name: 'Owl' }, { name: 'Owl' })).toEqual([]);
  });

  it('cause no toast for oneself, not even before one knows one’s seat', () => {
    expect(changes([{}], [fox], 0)).toEqual([]);
    expect(changes([{}], [{ ...stored.me, here: true }], null)).toEqual([]);
    expect(changes([{}], [fox], null)).toHaveLength(1);
  });

  it('cause toasts that disappear when the game starts', () => {
    const { table, hear } = heard({ table: room([fox, {}]) });
    const stop = $effect.root(() => followSeats(() => table.known));
    flushSync();
    hear({ table: room([fox, { name: 'Owl', avatar: 'owl' }]) });
    flushSync();
    expect(toasts.map(({ text }) => text)).toEqual(['Owl sat down.']);
    stop();
    expect(toasts).toEqual([]);
  });
});

describe('the players of a waiting room', () => {
  it('are read out only: their seats show who came', () => {
    const room = (seats: object[]): TableState => ({ seats }) as unknown as TableState;
    const fox = { name: 'Fox', avatar: 'fox', here: true };
    const { table, hear } = heard({ table: room([fox, {}]) });
    const stop = $effect.root(() => followSeats(() => table.known, true));
    flushSync();
    hear({ table: room([fox, { name: 'Owl', avatar: 'owl' }]) });
    flushSync();
    expect(toasts).toEqual([]);
    expect(spoken.polite).toContain('Owl sat down.');
    stop();
  });
});

describe('whose turn it is', () => {
  const page = { say: () => null } as unknown as GamePage;
  const now = (waiting: number[], more: Partial<Now> = {}): Now => ({
    game: 1,
    v: 0,
    view: {},
    waiting,
    ...more,
  });

  function told(page: GamePage, beside: (table: Table) => void = () => undefined) {
    const { table, hear } = heard({ now: now([0]) });
    const stop = $effect.root(() => {
      followGame(
        () => table.known,
        page,
        () => ['Ada', 'Mira'],
      );
      beside(table);
    });
    const tell = async (next: Now, recent: Known['recent'] = []): Promise<void> => {
      hear({ now: next, recent });
      await tick();
    };
    return { tell, stop };
  }

  it('is announced, and cleared as soon as one has moved or chosen', async () => {
    const { tell, stop } = told(page);
    await tick();
    expect(spoken.urgent).toBe('Your turn');
    await tell(now([1]));
    expect(spoken.urgent, 'the other one’s turn').toBe('');
    await tell(now([0, 1]));
    expect(spoken.urgent).toBe('Your turn');
    await tell(now([0, 1], { mine: 'x' }));
    expect(spoken.urgent, 'chosen').toBe('');
    await tell(now([1]));
    await tell(now([0, 1]));
    expect(spoken.urgent).toBe('Your turn');
    await tell(now([0, 1]), [{ event: 'choose', seat: 1 }]);
    expect(spoken.urgent, 'only another one has chosen').toBe('Your turn');
    await tell(now([0, 1]), [{ event: 'choose', seat: 0 }]);
    expect(spoken.urgent, 'chosen as the last one, and the next round is there').toBe('');
    stop();
  });

  it.each([
    [true, 1200, 'You can still undo this move. Press Z.'],
    [false, 1200, 'You can still undo this move.'],
    [true, 390, 'You can still undo this move.'],
  ])('can be taken back: keys %s, %i wide', async (keys, width, words) => {
    const { table, hear } = heard({ now: now([0]) });
    const stop = $effect.root(() =>
      followGame(
        () => table.known,
        page,
        () => ['Ada', 'Mira'],
      ),
    );
    await tick();
    vi.spyOn(screen, 'width', 'get').mockReturnValue(width);
    settings.keys = keys;
    const held = { seat: 0, hold: 1, events: [] } as unknown as Known['held'];
    hear({ now: now([1]), held });
    await tick();
    expect(spoken.polite).toBe(words);
    stop();
    settings.keys = true;
    vi.restoreAllMocks();
    hush();
  });

  it('is announced after the animations before it', async () => {
    let shown = $state(false);
    vi.mocked(play).mockClear();
    const { tell, stop } = told({ ...page, showing: () => shown }, (table) => {
      // The game begins to show it in an effect of its own, after the news has come.
      $effect(() => {
        if ((table.known.recent as GameEvent[]).some(({ event }) => event === 'award'))
          shown = true;
      });
    });
    await tell(now([1]));
    vi.mocked(play).mockClear();
    await tell(now([0, 1], { v: 1 }), [{ event: 'award' }]);
    expect(spoken.urgent, 'the result is on the stage').toBe('');
    shown = false;
    await tick();
    await tick();
    expect(spoken.urgent).toBe('Your turn');
    expect(play).toHaveBeenCalledTimes(1);
    shown = true; // looked at again
    await tick();
    expect(spoken.urgent).toBe('');
    shown = false;
    await tick();
    await tick();
    expect(spoken.urgent).toBe('Your turn');
    expect(play, 'it rings once for one choice').toHaveBeenCalledTimes(1);
    stop();
  });
});

describe('an event', () => {
  it('is announced once, not again at other messages', () => {
    const page = { say: () => 'Ada plays.' } as unknown as GamePage;
    const now = { game: 1, v: 1, view: {}, waiting: [1] };
    const { table, hear } = heard({ now, recent: [{ event: 'play' }] });
    const stop = $effect.root(() =>
      followGame(
        () => table.known,
        page,
        () => ['Ada', 'Mira'],
      ),
    );
    flushSync();
    expect(spoken.polite).toBe('Ada plays.');
    hush();
    hear({ chat: [], tableAt: 5 });
    flushSync();
    expect(spoken.polite, 'somebody has said something').toBe('');
    hear({ recent: [{ event: 'play' }] });
    flushSync();
    expect(spoken.polite, 'the next move').toBe('Ada plays.');
    stop();
  });

  it('waits for the animation before it', async () => {
    let shown = $state(false);
    const page = {
      say: ({ event }: GameEvent) => `${event}.`,
      showing: () => shown,
      afterwards: ({ event }: GameEvent) => event === 'picture',
    } as unknown as GamePage;
    const first = [{ event: 'deal' }, { event: 'picture' }];
    const now = { game: 1, v: 1, view: {}, waiting: [1] };
    const { table, hear } = heard({ now, recent: first });
    const stop = $effect.root(() => {
      followGame(
        () => table.known,
        page,
        () => ['Ada', 'Mira'],
      );
      $effect(() => {
        if ((table.known.recent as GameEvent[]).some(({ event }) => event === 'award'))
          shown = true;
      });
    });
    await tick();
    await tick();
    expect(spoken.polite, 'nothing is shown before it').toBe('deal. picture.');
    hear({ recent: [{ event: 'award' }, { event: 'picture' }] });
    await tick();
    await tick();
    expect(spoken.polite, 'the result alone').toBe('award.');
    shown = false;
    await tick();
    expect(spoken.polite).toBe('picture.');
    stop();
  });
});
