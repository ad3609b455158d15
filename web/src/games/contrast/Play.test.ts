import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageVisible } from '../../kit/visibility.svelte';
import type { Now, TableState } from '../../wire/messages';
import type { GameEvent, PlayProps } from '../contract';
import game from './testing/game.fixture.json';
import { REVEAL_MS } from './round/timing';
import page from './index';
import Play from './Play.svelte';
import { say } from './speak';
import { CARDS, inHand, type Pair } from './view';

const actions = {
  move: vi.fn(),
  takeBack: vi.fn(),
  settle: vi.fn(),
  count: vi.fn(),
  hint: vi.fn(() => Promise.resolve([])),
  gift: vi.fn(() => Promise.resolve(null)),
  announce: vi.fn(),
  sound: vi.fn(),
};
const events = game.events as GameEvent[];
const rowsAt = (round: number): Pair[][] => (game.rows[round] ?? []) as unknown as Pair[][];
const handAt = (round: number): Pair[] => inHand(rowsAt(round)[0] ?? []);
const pictures = events.flatMap(({ event }, n) => (event === 'picture' ? [n] : []));
const upTo = (round: number): GameEvent[] => events.slice(0, (pictures[round] ?? 0) + 1);

function now(round: number, waiting: number[], mine: string | null = null): Now {
  const rows = rowsAt(round);
  const hand = handAt(round).flat();
  const picture = String(events[pictures[round] ?? 0]?.picture);
  const view = { seats: 4, seat: 0, phase: 'choosing', ply: round, variant: 'base', goal: null };
  const more = { picture, hand, rows, won: [1, 2, 0, 1], stack: 40 };
  return { game: 1, v: 9, view: { ...view, ...more }, waiting, legal: hand, mine };
}

const seats = ['Nina', 'Mira', 'Tom', 'Lea'].map((name) => ({ name, avatar: 'fox', here: true }));
const agreed = { game: 'contrast', assist: 2 } as TableState['agreed'];
const table: TableState = { code: 'K', phase: 'playing', agreed, seats, game: 1, watchers: 0 };

const props = (more: Partial<PlayProps> = {}): PlayProps => ({
  table,
  now: now(0, [0, 1, 2, 3]),
  seat: 0,
  held: null,
  counting: null,
  recent: [],
  events: upTo(0),
  busy: false,
  phone: false,
  still: false,
  actions,
  ...more,
});

const revealed = (): PlayProps => props({ now: now(1, [0, 1, 2, 3]), events: upTo(1) });
const key = (name: string): Promise<unknown> => fireEvent.keyDown(document.body, { key: name });
const first = handAt(0)[0] as Pair;

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe.each([false, true])('choosing (phone: %s)', (phone) => {
  it('offers the halves of the cards in hand and of no card that rests', () => {
    render(Play, { props: props({ phone }) });
    const halves = document.querySelectorAll('[data-symbol]');
    expect(halves).toHaveLength(8);
    const resting = (rowsAt(0)[0] ?? []).flat();
    for (const half of halves) expect(resting).not.toContain(half.getAttribute('data-symbol'));
  });

  it.each([
    ['others still choose', {}],
    ['all others have chosen', { now: now(0, [0]) }],
    [
      'only bots still choose',
      { table: { ...table, seats: seats.map((one, n) => (n ? { ...one, bot: 'level1' } : one)) } },
    ],
    ['people share the device', { table: { ...table, code: 'LOCAL-AB' } }],
  ])('the first tap plays nothing where %s', async (_, more) => {
    render(Play, { props: props({ phone, ...more }) });
    const half = (symbol: string): Element =>
      document.querySelector(`[data-symbol='${symbol}']`) as Element;
    await fireEvent.click(half(first[0]));
    expect(actions.move).not.toHaveBeenCalled();
    expect(half(first[0]).classList).toContain('marked');
    expect(half(first[0]).getAttribute('aria-pressed'), 'as it looks').toBe('true');
    await fireEvent.click(half(first[1]));
    expect(actions.move, 'another one is marked instead').not.toHaveBeenCalled();
    await fireEvent.click(half(first[1]));
    expect(actions.move.mock.calls).toEqual([[first[1]]]);
  });

  it('the button plays what is marked', async () => {
    render(Play, { props: props({ phone, now: now(0, [0]) }) });
    await fireEvent.click(document.querySelector(`[data-symbol='${first[0]}']`) as Element);
    const marked = page.shortTurn?.(now(0, [0]), 0);
    expect(marked, 'the pill says so').toMatch(/\? Tap again$/);
    await fireEvent.click(screen.getByRole('button', { name: /^Play / }));
    expect(actions.move.mock.calls).toEqual([[first[0]]]);
  });

  it('while others choose, two taps on another one change the choice, and the same one keeps it', async () => {
    const { rerender } = render(Play, { props: props({ phone }) });
    const half = (symbol: string): Element =>
      document.querySelector(`[data-symbol=${symbol}]`) as Element;
    for (let n = 0; n < 2; n++) await fireEvent.click(half(first[0]));
    expect(actions.move).toHaveBeenLastCalledWith(first[0]);
    await rerender(props({ phone, now: now(0, [1], first[0]) }));
    await fireEvent.click(half(first[1]));
    expect(screen.getByRole('button', { name: /^Play / }), 'before the count').toBeTruthy();
    await fireEvent.click(half(first[0]));
    expect(screen.queryByRole('button', { name: /^Play / }), 'it stays').toBeNull();
    for (let n = 0; n < 2; n++) await fireEvent.click(half(first[1]));
    expect(actions.move.mock.calls).toEqual([[first[0]], [first[1]]]);
  });

  it('what is marked when the count for it ends is played, and nothing else', async () => {
    for (const marks of [false, true]) {
      const until = performance.now() + 3000;
      const { unmount } = render(Play, {
        props: props({ phone, now: now(0, [0]), counting: { seats: [0], until } }),
      });
      if (marks)
        await fireEvent.click(document.querySelector(`[data-symbol=${first[0]}]`) as Element);
      await vi.advanceTimersByTimeAsync(2000);
      expect(actions.move).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1000);
      expect(actions.move.mock.calls).toEqual(marks ? [[first[0]]] : []);
      unmount();
    }
  });

  it('what is marked at the very end of a count is played at once', async () => {
    const half = (n: 0 | 1): Element =>
      document.querySelector(`[data-symbol=${first[n]}]`) as Element;
    const counting = { seats: [0], until: performance.now() + 3000 };
    render(Play, { props: props({ phone, now: now(0, [0]), counting }) });
    await vi.advanceTimersByTimeAsync(2350);
    await fireEvent.click(half(0));
    expect(actions.move, 'there is time for a second tap').not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20);
    await fireEvent.click(half(1));
    expect(actions.move).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(40);
    expect(actions.move.mock.calls, 'as the count ends').toEqual([[first[1]]]);
    await vi.advanceTimersByTimeAsync(100);
    await fireEvent.click(half(0));
    expect(actions.move, 'no tap more is needed').toHaveBeenLastCalledWith(first[0]);
  });

  it('the end of a count for somebody else plays nothing', async () => {
    const counting = { seats: [3], until: performance.now() + 3000 };
    render(Play, { props: props({ phone, now: now(0, [3], first[0]), counting }) });
    await vi.advanceTimersByTimeAsync(2800);
    await fireEvent.click(document.querySelector(`[data-symbol=${first[1]}]`) as Element);
    await vi.advanceTimersByTimeAsync(1000);
    expect(actions.move).not.toHaveBeenCalled();
  });

  it('what is marked when one’s time ends is played, and at its very end at once', async () => {
    const half = (n: 0 | 1): Element =>
      document.querySelector(`[data-symbol=${first[n]}]`) as Element;
    const timed = { ...table, agreed: { ...agreed, round_s: 20 } };
    const at = (ms: number) =>
      props({ phone, now: now(0, [0, 1]), table: timed, left: (seat) => (seat ? null : ms) });
    const { rerender } = render(Play, { props: at(19_000) });
    await fireEvent.click(half(0));
    await vi.advanceTimersByTimeAsync(1000);
    expect(actions.move, 'nothing is near').not.toHaveBeenCalled();
    await rerender(at(2000));
    await vi.advanceTimersByTimeAsync(1350);
    expect(actions.move).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(actions.move.mock.calls).toEqual([[first[0]]]);
    await rerender(at(400));
    await fireEvent.click(half(1));
    expect(actions.move.mock.calls).toContainEqual([first[1]]);
    await rerender({ ...at(400), now: now(0, [1], first[1]) });
    await fireEvent.click(half(0));
    await vi.advanceTimersByTimeAsync(500);
    expect(actions.move.mock.lastCall, 'who has chosen has no haste').toEqual([first[1]]);
  });

  it('days for a move are not waited for', async () => {
    render(Play, { props: props({ phone, now: now(0, [0, 1]), left: () => 3 * 86_400_000 }) });
    await fireEvent.click(document.querySelector(`[data-symbol=${first[0]}]`) as Element);
    await vi.advanceTimersByTimeAsync(1000);
    expect(actions.move).not.toHaveBeenCalled();
  });

  it('says what the aim is, and what the number of a team counts towards', async () => {
    const { rerender } = render(Play, { props: props({ phone }) });
    expect(screen.getByText(/that most players will choose – but not all/)).toBeTruthy();
    const pair = now(0, [0, 1]);
    const won = [3, 3];
    pair.view = { ...pair.view, seats: 2, goal: 22, won, rows: rowsAt(0).slice(0, 2) };
    const two = { ...table, seats: seats.slice(0, 2) };
    await rerender(props({ phone, now: pair, table: two }));
    expect(screen.getByText(/same symbol as your partner/)).toBeTruthy();
    expect(screen.getByText(phone ? /of 22 pictures/ : /^Win 22 together$/)).toBeTruthy();
  });

  it('F10 a pair that has reached its goal is told that it has won, and plays on', async () => {
    const pair = now(0, [0, 1]);
    const rows = rowsAt(0).slice(0, 2);
    pair.view = { ...pair.view, seats: 2, goal: 22, reached: false, won: [21, 21], rows };
    const two = { ...table, seats: seats.slice(0, 2) };
    const { rerender } = render(Play, {
      props: props({ phone, now: pair, table: two, events: [] }),
    });
    expect(screen.queryAllByText(/You have won together/)).toHaveLength(0);
    const after = now(1, [0, 1]);
    after.view = { ...pair.view, won: [22, 22], reached: true };
    const events = [
      { event: 'picture', picture: '01a' },
      { event: 'choose', seat: 0, symbol: 'red' },
      { event: 'choose', seat: 1, symbol: 'red' },
      { event: 'award', symbols: ['red'], seats: [0, 1], stack: 20 },
      { event: 'picture', picture: '02a' },
    ];
    await rerender(props({ phone, now: after, table: two, events }));
    expect(screen.getAllByText(/You have won together: 22 pictures!/).length).toBeGreaterThan(0);
    expect(say(events[3] as never, ['A', 'B'], after.view)).toMatch(/You have won together/);
    expect(say(events[3] as never, ['A', 'B'], pair.view)).not.toMatch(/together: /);
  });

  it('never shows what others have chosen', () => {
    render(Play, { props: props({ phone, now: now(0, [0]) }) });
    const told = phone
      ? screen.getAllByRole('button', { name: /^\D+, has chosen, \d+ \D+$/ })
      : screen.getAllByText(/has chosen/);
    expect(told.length).toBeGreaterThanOrEqual(3);
  });

  it('counts to three only for the last one, and not for oneself', async () => {
    const { rerender } = render(Play, { props: props({ phone, now: now(0, [2, 3], first[0]) }) });
    expect(screen.queryByText('Count to 3!')).toBeNull();
    await rerender(props({ phone, now: now(0, [0]) }));
    expect(screen.queryByText('Count to 3!')).toBeNull();
    await rerender(props({ phone, now: now(0, [3], first[0]) }));
    await fireEvent.click(screen.getByText('Count to 3!'));
    await key('s');
    expect(actions.count).toHaveBeenCalledTimes(2);
  });

  it('shows three, two, one', async () => {
    const counting = { seats: [3], until: performance.now() + 3000 };
    render(Play, { props: props({ phone, now: now(0, [3], first[0]), counting }) });
    expect(screen.getByText('Counting: Lea still has to choose!')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toMatch(/3.*Counting/);
    await vi.advanceTimersByTimeAsync(1200);
    expect(screen.getByRole('status').textContent).toMatch(/2.*Counting/);
  });
});

describe('the reveal', () => {
  it('is held for six seconds, then the next picture comes', async () => {
    const { rerender } = render(Play, { props: props() });
    await rerender(revealed());
    expect(screen.getByText('What could you all have played?')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(5500);
    expect(screen.queryByText('What could you all have played?')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(1000);
    expect(screen.queryByText('What could you all have played?')).toBeNull();
  });

  it('ends with any key, but not with one meant for the round before', async () => {
    const { rerender } = render(Play, { props: props() });
    await rerender(revealed());
    await key('1');
    expect(screen.queryByText('What could you all have played?')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(800);
    await key('1');
    expect(screen.queryByText('What could you all have played?')).toBeNull();
    expect(actions.move).not.toHaveBeenCalled();
  });

  it('stays while somebody holds it', async () => {
    const { rerender } = render(Play, { props: props() });
    await rerender(revealed());
    await fireEvent.click(screen.getByRole('button', { name: 'Hold the result' }));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(screen.queryByText('What could you all have played?')).toBeTruthy();
  });

  it('stays while a lesson speaks of it, and has its time when that is over', async () => {
    const { rerender } = render(Play, { props: props() });
    await rerender({ ...revealed(), taught: true });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(screen.queryByText('What could you all have played?')).toBeTruthy();
    await rerender({ ...revealed(), taught: false });
    await vi.advanceTimersByTimeAsync(5500);
    expect(screen.queryByText('What could you all have played?')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(1000);
    expect(screen.queryByText('What could you all have played?')).toBeNull();
  });

  it.each([
    ['timer', { round_s: 20 }],
    ['clock', { clock: { player_s: 60 } }],
  ])('goes on during a lesson too where the table has a %s', async (_, more) => {
    const timed = { ...table, agreed: { ...agreed, ...more } };
    const { rerender } = render(Play, { props: props({ table: timed, taught: true }) });
    await rerender({ ...revealed(), table: timed, taught: true });
    await vi.advanceTimersByTimeAsync(7000);
    expect(screen.queryByText('What could you all have played?')).toBeNull();
  });

  it('gives way at once to whom the others count for', async () => {
    const { rerender } = render(Play, { props: props() });
    await rerender(revealed());
    const counting = { seats: [0], until: performance.now() + 3000 };
    await rerender({ ...revealed(), counting });
    expect(screen.getByText('Choose now!')).toBeTruthy();
  });

  it('is not shown for rounds that were over before one came', () => {
    render(Play, { props: revealed() });
    expect(screen.queryByText('What could you all have played?')).toBeNull();
  });

  it('of the last round comes again with L, and is read out', async () => {
    render(Play, { props: revealed() });
    await key('l');
    expect(screen.getByText('What could you all have played?')).toBeTruthy();
    expect(actions.announce.mock.lastCall?.[0]).toMatch(/^You: .*Mira: /);
  });
});

describe('the focus', () => {
  const inMain = (more: Partial<PlayProps> = {}) => {
    const main = document.createElement('main');
    main.id = 'main';
    main.tabIndex = -1;
    document.body.append(main);
    return { main, ...render(Play, { props: props(more), target: main }) };
  };
  afterEach(() => document.getElementById('main')?.remove());
  const game = (): Element | null => document.querySelector('#main > [tabindex]');

  it('is given to the game when one comes, unless one only watches', () => {
    const { unmount } = inMain({ seat: null });
    expect(document.activeElement).toBe(document.body);
    unmount();
    document.getElementById('main')?.remove();
    inMain();
    expect(game()).not.toBeNull();
    expect(document.activeElement).toBe(game());
  });

  const half = (n: number): HTMLElement => {
    const found = document.querySelectorAll<HTMLElement>('.hand [data-symbol]')[n];
    if (!found) throw new Error(`no half ${n}`);
    return found;
  };
  const named = (): string => document.activeElement?.textContent?.trim() ?? '';

  it.each([false, true])('goes from the hand to the result and back (phone: %s)', async (phone) => {
    const { rerender } = inMain({ phone });
    half(2).focus();
    await rerender({ ...revealed(), phone });
    expect(named()).toMatch(/^Next picture/);
    await fireEvent.click(document.activeElement as Element, { detail: 0 });
    expect(named(), 'a key that was meant for the choice').toMatch(/^Next picture/);
    await vi.advanceTimersByTimeAsync(800);
    await fireEvent.click(document.activeElement as Element, { detail: 0 });
    await vi.advanceTimersByTimeAsync(0);
    expect(document.activeElement).toBe(half(0));
  });

  it('stays where it is while hand and result change, if that is elsewhere', async () => {
    const { rerender } = inMain();
    const chat = document.body.appendChild(document.createElement('input'));
    chat.focus();
    await rerender(revealed());
    await vi.advanceTimersByTimeAsync(7000);
    expect(document.activeElement).toBe(chat);
    chat.remove();
  });

  it('may be on the ground round the game: its keys are heard', async () => {
    const { main } = inMain();
    for (let n = 0; n < 2; n++) await fireEvent.keyDown(main, { key: '2' });
    expect(actions.move).toHaveBeenCalledWith(first[1]);
  });
});

it('keys 1 to 8 choose the halves in their order', async () => {
  render(Play, { props: props() });
  const hand = handAt(0).flat();
  await key('8');
  expect(actions.move, 'marked').not.toHaveBeenCalled();
  await key('8');
  expect(actions.move).toHaveBeenCalledWith(hand[7]);
  expect(CARDS.flat()).toContain(hand[7]);
});

describe('the pill', () => {
  it('says in few words on a phone what is to be done, or was', () => {
    const short = (waiting: number[], mine: string | null, seat: number | null = 0) =>
      page.shortTurn?.(now(0, waiting, mine), seat);
    expect(short([0, 1, 2, 3], null)).toBe('Choose a symbol');
    expect(short([0], null), 'the last one to choose').toBe('Choose a symbol');
    expect(short([1, 2], first[0])).toMatch(/^You chose \w+$/);
    expect(short([1], first[0]), 'the faces show who').toBe('One more to choose');
    expect(short([1, 2], null, null), 'who watches').toBeNull();
  });

  it('has a new picture read out after the result, and the rest with it', () => {
    const later = events.filter((event) => page.afterwards?.(event)).map(({ event }) => event);
    expect(new Set(later)).toEqual(new Set(['picture']));
  });

  it('lets the next choice be called out when the result is gone, or nobody looks at it', async () => {
    const { rerender, unmount } = render(Play, { props: props() });
    expect(page.showing?.()).toBe(false);
    await rerender(revealed());
    expect(page.showing?.()).toBe(true);
    pageVisible.now = false;
    expect(page.showing?.(), 'behind another page').toBe(false);
    pageVisible.now = true;
    await vi.advanceTimersByTimeAsync(REVEAL_MS + 400);
    expect(page.showing?.()).toBe(false);
    unmount();
  });
});
