import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { language, type Language } from '../../kit/i18n.svelte';
import type { Now, TableState } from '../../wire/messages';
import type { PlayProps } from '../contract';
import page from './index';
import now from './testing/now.fixture.json';
import Play from './Play.svelte';

const actions = {
  move: vi.fn(),
  takeBack: vi.fn(),
  settle: vi.fn(),
  count: vi.fn(),
  hint: vi.fn(() => Promise.resolve([{ move: 'op', worth: 1 }])),
  gift: vi.fn(() => Promise.resolve(null)),
  announce: vi.fn(),
  sound: vi.fn(),
};

function table(assist = 2): TableState {
  const seats = ['Nina', 'Mira', 'Tom'].map((name) => ({ name, avatar: 'fox', here: true }));
  const agreed = { game: 'genial_cards', assist } as TableState['agreed'];
  return { code: 'K7QPXA', phase: 'playing', agreed, seats, game: 1, watchers: 0 };
}

const props = (more: Partial<PlayProps> = {}): PlayProps => ({
  table: table(),
  now: now as unknown as Now,
  seat: 0,
  held: null,
  counting: null,
  recent: [],
  events: [],
  busy: false,
  phone: false,
  still: false,
  actions,
  ...more,
});

const key = (name: string): Promise<unknown> => fireEvent.keyDown(document.body, { key: name });

beforeEach(() => vi.clearAllMocks());

it('lost points are not gained', () => {
  const event = { event: 'play', seat: 0, card: 'oy', order: 'oy', points: [3, 3], steps: [1, 0] };
  expect(page.gained?.(event, {}, {})).toEqual([1, 0]);
});

it.each([
  ['nothing', [0, 0], [0, 0], []],
  ['one step', [0, 1], [0, 1], ['+1']],
  ['only what is lost', [0, 0], [2, 0], ['0 (2 lost)']],
])('over an open card that brought %s stands what it brought', (_, steps, points, said) => {
  const event = { event: 'play', seat: 1, card: 'oy', order: 'oy', points, steps };
  render(Play, { props: props({ events: [event] }) });
  expect(document.querySelectorAll('.felt .brought')).toHaveLength(said.length);
  const seen = [...document.querySelectorAll('.brought .one:not(.none)')];
  expect(seen.map((one) => one.textContent?.trim())).toEqual(
    said.map((w) => expect.stringContaining(w)),
  );
});

it('says on a desk which open cards are one’s own', () => {
  language.now = 'en';
  render(Play, { props: props() });
  expect(document.querySelector('.felt .side')?.textContent).toMatch(/^yours\s/);
});

describe.each([false, true])('the card game (phone: %s)', (phone) => {
  it('plays the card that was picked, not before the button is pressed', async () => {
    render(Play, { props: props({ phone }) });
    await fireEvent.click(screen.getByRole('button', { name: /^red star and blue star/ }));
    expect(actions.move).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole('button', { name: /^Play/ }));
    expect(actions.move).toHaveBeenCalledWith('rb', 'draw');
  });

  it('has chosen the better order of scoring where it matters, and changes it', async () => {
    render(Play, { props: props({ phone }) });
    await key('1');
    expect(screen.queryByRole('button', { name: /first/ })).toBeNull();
    await key('4');
    const button = screen.getByRole('button', { name: /^Play(?!,)/ });
    expect(button.textContent).toContain('yellow first');
    expect(button.textContent).not.toContain('lost');
    await fireEvent.click(screen.getByRole('button', { name: 'Score orange first instead' }));
    expect(button.textContent).toContain('+1 (2 lost)');
    await fireEvent.click(button);
    expect(actions.move).toHaveBeenCalledWith('oy oy', 'draw');
    await fireEvent.click(screen.getByRole('button', { name: 'Score yellow first instead' }));
    await fireEvent.click(button);
    expect(actions.move).toHaveBeenLastCalledWith('oy yo', 'draw');
  });

  it('shows no gains at a table without help', async () => {
    render(Play, { props: props({ phone, table: table(1) }) });
    await key('6');
    expect(screen.getByRole('button', { name: 'Play' }).textContent?.trim()).toBe('Play');
  });
});

describe('keys', () => {
  const pressed = (): string[] =>
    screen.queryAllByRole('button', { pressed: true }).map((one) => one.textContent?.trim() ?? '');
  const onFocus = (name: string): Promise<unknown> =>
    fireEvent.keyDown(document.activeElement as Element, { key: name });

  it('go to cards with arrows, pick and say one with Enter, and play it with the next', async () => {
    render(Play, { props: props() });
    await key('ArrowRight');
    await onFocus('ArrowRight');
    expect(pressed(), 'only reached').toEqual([]);
    expect(document.activeElement?.textContent?.trim()).toMatch(/^red star and yellow sun: /);
    await onFocus('Enter');
    expect(actions.move).not.toHaveBeenCalled();
    expect(pressed()).toHaveLength(1);
    expect(actions.announce.mock.lastCall?.[0]).toMatch(/^red star and yellow sun: .* plus /);
    await onFocus('Enter');
    expect(actions.move).toHaveBeenCalledWith('ry', 'draw');
  });

  it('have one tab stop in the hand: where the focus is, or the card that was picked', async () => {
    render(Play, { props: props() });
    const stops = (): (string | undefined)[] =>
      [...document.querySelectorAll('.hand [tabindex="0"]')].map((one) => one.textContent?.trim());
    await key('ArrowRight');
    await onFocus('ArrowLeft');
    expect(stops()).toEqual([document.activeElement?.textContent?.trim()]);
    await onFocus('2');
    expect(document.activeElement?.textContent).toContain('red star and yellow sun');
    expect(stops()).toEqual([document.activeElement?.textContent?.trim()]);
    await onFocus('Enter');
    expect(actions.move, 'the card of the digit').toHaveBeenCalledWith('ry', 'draw');
  });

  it('turn the order of scoring, and say what it brings', async () => {
    render(Play, { props: props() });
    await key('4');
    await key('ArrowDown');
    expect(actions.announce.mock.lastCall?.[0]).toMatch(/^orange plus 1, 2 lost/);
    await key('ArrowDown');
    expect(actions.announce).toHaveBeenLastCalledWith(
      'yellow plus 1, orange plus 3, new weakest 1',
    );
    await key('Enter');
    expect(actions.move).toHaveBeenCalledWith('oy yo', 'draw');
  });

  it('read matches, rows and open cards', async () => {
    render(Play, { props: props() });
    await key('2');
    await key('x');
    expect(actions.announce).toHaveBeenLastCalledWith('yellow sun: Mira');
    await key('t');
    expect(actions.announce.mock.lastCall?.[0]).toMatch(/^You: yellow 0, blue 1/);
    await key('b');
    expect(actions.announce.mock.lastCall?.[0]).toContain('Mira: orange hexagon and yellow sun');
  });

  it('are heard from the ground round the game, and the game has the focus at first', async () => {
    const main = document.createElement('main');
    main.id = 'main';
    main.tabIndex = -1;
    document.body.append(main);
    render(Play, { props: props(), target: main });
    expect(document.activeElement).toBe(main.querySelector(':scope > [tabindex]'));
    await fireEvent.keyDown(main, { key: '1' });
    await fireEvent.keyDown(main, { key: 'Enter' });
    expect(actions.move).toHaveBeenCalledWith('rb', 'draw');
    main.remove();
  });

  it('do nothing in a replay', async () => {
    render(Play, { props: props({ still: true }) });
    await key('1');
    await key('Enter');
    expect(actions.move).not.toHaveBeenCalled();
  });
});

describe('a new hand', () => {
  const offer = { colours: ['y'], keep: 1, swap: 6 };
  const offered = {
    ...now,
    legal: ['draw', 'renew'],
    preview: null,
    view: { ...now.view, phase: 'offer', offer },
  } as unknown as Now;

  /** The same table, at which a new hand would be possible after every card. */
  const renewing = (): Now => {
    const moves = Object.entries((now.preview as { moves: Record<string, object> }).moves);
    const all = moves.map(([move, brings]) => [move, { ...brings, renew: true }]);
    return { ...now, preview: { ...now.preview, moves: Object.fromEntries(all) } } as Now;
  };
  const then = (): HTMLElement | null =>
    screen.queryByRole('button', { name: 'Play, then new hand' });

  it.each([false, true])('is decided with the card where it would be possible', async (phone) => {
    const { rerender } = render(Play, { props: props({ phone }) });
    await key('1');
    expect(then(), 'not possible after this card').toBeNull();
    await rerender(props({ phone, now: renewing() }));
    await key('2');
    await fireEvent.click(then() as HTMLElement);
    expect(actions.move).toHaveBeenCalledWith('ry', 'renew');
    await fireEvent.click(screen.getByRole('button', { name: /^Play(?!,)/ }));
    expect(actions.move).toHaveBeenLastCalledWith('ry', 'draw');
  });

  it('is said and decided by keys', async () => {
    render(Play, { props: props({ now: renewing() }) });
    await key('s');
    expect(actions.move, 'no card is picked').not.toHaveBeenCalled();
    await key('2');
    expect(actions.announce.mock.lastCall?.[0]).toMatch(/S plays and takes a new hand\.$/);
    await key('s');
    expect(actions.move).toHaveBeenCalledWith('ry', 'renew');
  });

  it('is asked for beside the order of scoring where that matters', async () => {
    render(Play, { props: props({ now: renewing() }) });
    await key('4');
    await fireEvent.click(then() as HTMLElement);
    expect(actions.move).toHaveBeenCalledWith('oy yo', 'renew');
  });

  it('may be tried at a table without previews: the server says whether it is possible', async () => {
    render(Play, { props: props({ table: table(1) }) });
    await key('2');
    await fireEvent.click(then() as HTMLElement);
    expect(actions.move).toHaveBeenCalledWith('ry', 'renew');
  });

  it('that another program left open can be taken', async () => {
    const { rerender } = render(Play, { props: props() });
    const never = screen.getByRole('button', { name: 'New hand' });
    expect(never.getAttribute('aria-disabled')).toBe('true');
    await rerender(props({ now: offered }));
    await fireEvent.click(screen.getByRole('button', { name: 'New hand' }));
    expect(actions.move).toHaveBeenCalledWith('renew');
  });

  it('can be declined', async () => {
    render(Play, { props: props({ now: offered }) });
    await fireEvent.click(screen.getByRole('button', { name: 'Keep and draw 1' }));
    expect(actions.move).toHaveBeenCalledWith('draw');
  });

  it('that somebody takes is seen by all for two seconds', async () => {
    vi.useFakeTimers();
    const recent = [{ event: 'renew', seat: 1, cards: ['rb', 'gp'] }];
    render(Play, { props: props({ recent }) });
    expect(screen.getByText('Mira: the old hand')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(2100);
    expect(screen.queryByText('Mira: the old hand')).toBeNull();
    vi.useRealTimers();
  });
});

describe('a move that is held', () => {
  it('can be taken back by button and by key', async () => {
    const held = { t: 'held', v: 1, seat: 0, events: [], view: now.view, ms: 3000, until: 3000 };
    render(Play, { props: props({ held: held as unknown as PlayProps['held'] }) });
    await fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await key('z');
    expect(actions.takeBack).toHaveBeenCalledTimes(2);
  });
});

describe('the focus', () => {
  const held = { t: 'held', v: 1, seat: 0, events: [], view: now.view, ms: 3000, until: 3000 };
  const played = { ...now.view, hand: now.view.hand.slice(1), turn: 1 };
  const others = { ...now, waiting: [1], legal: null, preview: null } as unknown as Now;
  const mine = { ...held, view: played } as unknown as PlayProps['held'];
  const after = { ...others, view: played } as unknown as Now;
  const settle = (): Promise<unknown> => new Promise((done) => setTimeout(done));
  const named = (): string => document.activeElement?.textContent?.trim() ?? '';

  it.each([false, true])('goes on to what can be done next (phone: %s)', async (phone) => {
    const { rerender } = render(Play, { props: props({ phone }) });
    await key('1');
    screen.getByRole('button', { name: /^Play/ }).focus();
    await rerender(props({ phone, busy: true }));
    await rerender(props({ phone, held: mine }));
    await settle();
    expect(named()).toMatch(/^Undo/);
    await rerender(props({ phone, now: after }));
    await settle();
    expect(document.activeElement?.closest('.hand'), 'its time is over').toBeTruthy();
    const drawn = { ...now.view, hand: ['gp', ...played.hand] };
    await rerender(props({ phone, now: { ...now, view: drawn } as unknown as Now }));
    await settle();
    expect(document.activeElement?.closest('.hand'), 'the next turn').toBeTruthy();
  });

  it('comes from the card that was played, too', async () => {
    const { rerender } = render(Play, { props: props() });
    document.querySelector<HTMLElement>('.hand button')?.focus();
    await rerender(props({ held: mine }));
    await settle();
    expect(named()).toMatch(/^Undo/);
  });

  it('is not kept by the twin of the card that was played', async () => {
    const [card = 'gp'] = now.view.hand;
    const twins = { ...now.view, hand: [card, card, ...now.view.hand.slice(2)] };
    const left = { ...twins, hand: twins.hand.slice(1) };
    const { rerender } = render(Play, {
      props: props({ now: { ...now, view: twins } as unknown as Now }),
    });
    document.querySelector<HTMLElement>('.hand button')?.focus();
    const kept = { ...held, view: left } as unknown as PlayProps['held'];
    await rerender(props({ now: { ...now, view: twins } as unknown as Now, held: kept }));
    await settle();
    expect(named()).toMatch(/^Undo/);
  });

  it('comes to the question of a new hand, not to an answer', async () => {
    const { rerender } = render(Play, { props: props({ held: mine }) });
    screen.getByRole('button', { name: 'Undo' }).focus();
    const offer = { colours: ['y'], keep: 1, swap: 6 };
    const view = { ...played, turn: 0, phase: 'offer', offer };
    await rerender(props({ now: { ...after, waiting: [0], legal: ['draw', 'renew'], view } }));
    await settle();
    expect(document.activeElement?.tagName).toBe('P');
    expect(named()).toMatch(/six new cards/);
  });

  it('stays where it is, if that is elsewhere', async () => {
    const { rerender } = render(Play, { props: props() });
    document.querySelector<HTMLElement>('.hand button')?.focus();
    const chat = document.body.appendChild(document.createElement('input'));
    chat.focus();
    await rerender(props({ held: mine }));
    await settle();
    expect(document.activeElement).toBe(chat);
    chat.remove();
  });
});

async function speak(wanted: Language): Promise<void> {
  language.now = wanted;
  await language.ready();
}

it.each([
  ['en', 'Your open cards', 'Open cards of Mira'],
  ['de', 'Deine offenen Karten', 'Offene Karten von Mira'],
  ['nl', 'Jouw open kaarten', 'Open kaarten van Mira'],
] as const)('calls one’s own cards so (%s)', async (wanted, own, other) => {
  await speak(wanted);
  render(Play, { props: props() });
  expect(screen.getByRole('list', { name: own })).toBeTruthy();
  expect(screen.getByRole('list', { name: other })).toBeTruthy();
  await speak('en');
});

it('shows the lesson whose turn it is', async () => {
  const turn = (): Element | null => document.querySelector('[data-turn]');
  const { rerender } = render(Play, { props: props() });
  expect(turn()).not.toBeNull();
  await rerender(props({ now: { ...(now as unknown as Now), waiting: [1], legal: null } }));
  expect(turn()).toBeNull();
});
