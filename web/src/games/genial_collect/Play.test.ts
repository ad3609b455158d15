import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../settings/preferences.svelte';
import type { Now, TableState } from '../../wire/messages';
import type { GameEvent, PlayProps } from '../contract';
import page from './index';
import Play from './Play.svelte';
import moments from './testing/moments.json';

const actions = {
  move: vi.fn(),
  takeBack: vi.fn(),
  settle: vi.fn(),
  count: vi.fn(),
  hint: vi.fn(() => Promise.resolve([{ move: 'stop', worth: 1 }])),
  gift: vi.fn(() => Promise.resolve(null)),
  emote: vi.fn(),
  write: vi.fn(),
  announce: vi.fn(),
  sound: vi.fn(),
};

function table(assist = 2): TableState {
  const seats = ['Nina', 'Mira', 'Tom'].map((name) => ({ name, avatar: 'fox', here: true }));
  const agreed = { game: 'genial_collect', assist } as TableState['agreed'];
  return { code: 'K7QPXA', phase: 'playing', agreed, seats, game: 1, watchers: 0 };
}

const now = (n: number): Now => moments[n]?.now as unknown as Now;
const events = (n: number): GameEvent[] => moments[n]?.events as unknown as GameEvent[];
const view = (n: number): Record<string, unknown> => now(n).view;

/** The table as the third seat sees it at one of the moments. */
const props = (n: number, more: Partial<PlayProps> = {}): PlayProps => ({
  table: table(),
  now: now(n),
  seat: 2,
  held: null,
  counting: null,
  recent: [],
  events: events(n),
  busy: false,
  phone: false,
  still: false,
  actions,
  ...more,
});

const key = (name: string, more = {}): Promise<unknown> =>
  fireEvent.keyDown(document.body, { key: name, ...more });
const button = (name: RegExp): HTMLElement | null => screen.queryByRole('button', { name });
const announced = (): string => String(actions.announce.mock.lastCall?.[0]);

beforeEach(() => {
  vi.clearAllMocks();
  settings.speed = 0; // nothing moves
});
afterEach(() => {
  settings.speed = 1;
});

describe.each([false, true])('the collecting game (phone: %s)', (phone) => {
  it('G2: the first tile is a must; then one stops or goes on, with what either may bring', () => {
    const { unmount } = render(Play, { props: props(10, { phone }) });
    expect(button(/^Stop/)).toBeNull();
    expect(button(/^Turn up \d+% bad/)).not.toBeNull();
    unmount();
    render(Play, { props: props(11, { phone }) });
    expect(button(/^Stop take 3 tiles/)).not.toBeNull();
    const tray = screen.getByRole('region', { name: 'Turned up this turn' });
    expect(tray.textContent).toMatch(/3 tiles\s+are yours if you stop/);
    expect(button(/^Turn up\. 8[23] per cent bad: red/)).not.toBeNull();
  });

  it('decides at once, without a question', async () => {
    render(Play, { props: props(11, { phone }) });
    await fireEvent.click(button(/^Stop/) as HTMLElement);
    expect(actions.move.mock.calls).toEqual([['stop']]);
    await fireEvent.click(button(/^Turn up \d/) as HTMLElement);
    expect(actions.move).toHaveBeenLastCalledWith('turn_up');
  });

  it('hides every chance at a table without help', () => {
    render(Play, { props: props(11, { phone, table: table(0) }) });
    expect(document.body.textContent).not.toMatch(/%|per cent/);
    expect(button(/^Turn up$/)).not.toBeNull();
    expect(button(/^Turn up\. Stop takes 3 tiles\. 114 tiles left/)).not.toBeNull();
  });

  it('gives the winning stop the strong button', () => {
    const won = { ...now(11).view, stop: { ...(now(11).view.stop as object), wins: true } };
    render(Play, { props: props(11, { phone, now: { ...now(11), view: won } }) });
    expect(button(/^Stop · you win/)?.classList.contains('ink')).toBe(true);
    expect(button(/^Turn up \d/)?.classList.contains('ink')).toBe(false);
  });

  it('says why a tile was bad, until the next one is turned up', async () => {
    const { rerender } = render(Play, { props: props(6, { phone }) });
    await rerender(props(7, { phone }));
    await screen.findByText('Nina: no yellow in the middle');
    expect(screen.getByText(/1 tile goes to the middle/)).not.toBeNull();
    await rerender(props(8, { phone }));
    await vi.waitFor(() => expect(screen.queryByText(/no yellow/)).toBeNull());
  });

  it('begins one’s own turn with what the others did, by name, and without their bad tile', () => {
    const bad = { event: 'turn_up', seat: 1, tile: 'p', good: false } as GameEvent;
    const up = { event: 'turn_up', seat: 1, tile: 'b', good: true } as GameEvent;
    render(Play, { props: props(10, { phone, events: [...events(7), up, bad] }) });
    const tray = screen.getByRole('region', { name: 'Turned up this turn' });
    const short = ['Nina: yellow, bad, lost 1', 'Mira: purple, bad, lost 1'];
    const whole = [
      'Nina turned up yellow: bad, lost 1 tile',
      'Mira turned up purple: bad, lost 1 tile',
    ];
    for (const line of phone ? short : whole) expect(tray.textContent).toContain(line);
    expect(tray.classList.contains('fallen')).toBe(false);
    expect(tray.querySelectorAll('[role="img"]'), 'no tile of theirs').toHaveLength(0);
  });

  it('says whose turn it was that brought tiles', () => {
    render(Play, { props: props(10, { phone }) });
    const tray = screen.getByRole('region', { name: 'Turned up this turn' });
    expect(tray.textContent).toContain('Mira took 4 tiles');
  });

  it('ranks by the weakest colour once it is over', () => {
    const over = { ...now(12), view: { ...now(12).view, phase: 'over', turn: null } };
    render(Play, { props: props(12, { phone, now: over, still: true }) });
    expect(screen.getByRole('columnheader', { name: /^You, weakest colour 0/ })).not.toBeNull();
    expect(document.body.textContent).not.toMatch(/to go/);
  });

  it('has emotes for those who wait', async () => {
    render(Play, { props: props(2, { phone }) });
    await fireEvent.click(screen.getAllByRole('button', { name: /Show/ })[0] as HTMLElement);
    expect(actions.emote).toHaveBeenCalledTimes(1);
  });

  it('is a real table: a row for each colour, a column for each player', () => {
    render(Play, { props: props(11, { phone }) });
    expect(screen.getByRole('columnheader', { name: /^You, \d+ tiles to go/ })).not.toBeNull();
    const row = screen.getByRole('row', { name: /^purple/ });
    expect(row.textContent).toMatch(/0, weakest, 3 after stopping/);
  });
});

describe('keys', () => {
  it('turn up, stop, and read out odds, rows and the last turn', async () => {
    render(Play, { props: props(11) });
    await key('o');
    expect(announced()).toMatch(/^8\d per cent bad: red \d+, green \d+, orange/);
    await key('t');
    expect(announced()).toMatch(/^You: red 0, .*\. Nina: /);
    await key('l');
    expect(announced()).toBe('Mira stopped after 2 tiles: plus 4');
    await key('s');
    expect(actions.move.mock.calls).toEqual([['stop']]);
  });

  it('a held Space turns up one tile only', async () => {
    render(Play, { props: props(11) });
    await key(' ');
    for (let n = 0; n < 5; n++) await key(' ', { repeat: true });
    expect(actions.move.mock.calls).toEqual([['turn_up']]);
  });

  it('show the end of what others do before they decide anything', async () => {
    settings.speed = 1;
    const { rerender } = render(Play, { props: props(9) });
    await rerender(props(10));
    await tick();
    expect(page.showing?.()).toBe(true);
    await key(' ');
    expect(actions.move, 'it only skips').not.toHaveBeenCalled();
    await vi.waitFor(() => expect(page.showing?.()).toBe(false));
    await key(' ');
    expect(actions.move.mock.calls).toEqual([['turn_up']]);
  });

  it('ask the coach, whose choice is marked', async () => {
    render(Play, { props: props(11, { table: table(3) }) });
    await key('h');
    await vi.waitFor(() => expect(announced()).toBe('The coach would choose: Stop.'));
    expect(button(/^Stop/)?.classList.contains('hinted')).toBe(true);
  });
});

describe('in words', () => {
  const names = ['Nina', 'Mira', 'Tom'];
  const said = (n: number): string | null =>
    page.say(events(n).at(-1) as GameEvent, names, view(n), events(n));

  it('a good tile comes with the risk of the next, a bad one with what it costs', () => {
    render(Play, { props: props(11) });
    expect(said(11)).toMatch(/^Purple, good\. 8\d per cent bad\.$/);
    expect(said(8)).toMatch(/^Mira: orange, good\. \d+ per cent bad\.$/);
    expect(said(12)).toBe('Yellow, bad. You lose 1 tile.');
    expect(said(7)).toBe('Nina: yellow, bad. Nina loses 1 tile.');
    expect(said(1)).toBe('Nina: yellow, bad. Nothing is lost.');
    expect(said(10)).toBe('Mira stops and takes 4 tiles: orange 2, yellow 2.');
    expect(said(0)).toBe('Into the middle: blue, orange and purple.');
  });

  it('a better move that only chance would have completed is told without a tile', () => {
    const better = { event: 'turn_up', seat: 0 };
    expect(page.say(better, names, view(4))).toBe('Nina turns up another tile.');
    expect(page.risked?.({ chance: 0.384, cost: 5 })).toBe('38% to lose 5 tiles');
  });

  it('only a bad tile interrupts', () => {
    expect([11, 12, 10].map((n) => page.urgent?.(events(n).at(-1) as GameEvent))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('no chance is told at a table without help', () => {
    render(Play, { props: props(11, { table: table(0) }) });
    expect(said(11)).toBe('Purple, good.');
  });
});

describe('after the game', () => {
  const point = (n: number): Parameters<NonNullable<typeof page.curves>[0]['measure']>[0] => ({
    events: events(n).slice(events(n - 1).length),
    before: view(n - 1),
    view: view(n),
  });

  it('the first curve shows what ranks: the weakest colour, up to the goal', () => {
    const owned = [
      { r: 9, g: 9, b: 9, o: 9, y: 9, p: 2 },
      { r: 8, g: 8, b: 8, o: 8, y: 8, p: 8 },
    ];
    expect(page.measure({ ...view(4), owned, goal: 7 })).toEqual([2, 7]);
  });

  it('one curve counts tiles on the way to the goal, another the risk that was taken', () => {
    const [tiles, risk] = page.curves ?? [];
    expect(tiles?.measure(point(4))).toEqual([0, 4, 0]);
    expect(risk?.measure(point(12)), 'seat 2 dared').toEqual([0, 0, expect.closeTo(82, -1)]);
    expect(risk?.measure(point(10)), 'nobody turned up').toEqual([0, 0, 0]);
    expect(risk?.marks?.(point(12)), 'one tile lost').toEqual([]);
  });
});
