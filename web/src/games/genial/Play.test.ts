import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { language } from '../../kit/i18n.svelte';
import Play from './Play.svelte';
import { position, tableAt } from './testing/table';

beforeAll(() => {
  language.now = 'en';
});

const cell = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-cell="${name}"]`);
  if (!found) throw new Error(`no cell ${name}`);
  return found;
};
const key = (name: string, code = ''): Promise<boolean> =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, code });
const ghost = (): string | undefined =>
  document.querySelector<SVGElement>('[data-ghost]')?.dataset.ghost;

/** A legal move with its tile as it stands on the rack. */
function some(name: string): { tile: string; a: string; b: string; move: string } {
  const { legal } = position(name);
  const move = legal[Math.floor(legal.length / 2)] ?? '';
  const [tile = '', a = '', b = ''] = move.split(' ');
  const rack = position(name).view.rack;
  return rack.includes(tile)
    ? { tile, a, b, move }
    : { tile: `${tile[1]}${tile[0]}`, a: b, b: a, move };
}

describe('the board as a grid', () => {
  it('has rows, cells with names, and one tab stop', () => {
    const [props] = tableAt('base2');
    render(Play, { props });
    const grid = screen.getByRole('grid');
    expect(within(grid).getAllByRole('row')).toHaveLength(11);
    const cells = within(grid).getAllByRole('gridcell');
    expect(cells).toHaveLength(91);
    expect(cells.filter((one) => one.tabIndex === 0)).toHaveLength(1);
    expect(cell('h13').getAttribute('aria-label')).toBe('Row h, cell h13, blue star. Printed.');
    const free = cells.find((one) => one.getAttribute('aria-label')?.includes('in a row'));
    expect(free?.getAttribute('aria-label')).toMatch(/^Row ., cell .\d+, free\. .* \d in a row\./);
  });

  it.each(['base2', 'base4', 'solo1', 'team4', 'duel2'])('%s: drawn on desk and phone', (name) => {
    for (const phone of [false, true]) {
      const [props] = tableAt(name, { phone });
      const { unmount } = render(Play, { props });
      expect(screen.getAllByRole('gridcell').length).toBeGreaterThan(90);
      unmount();
    }
  });
});

describe('by keyboard', () => {
  it('a digit, arrows, turning and Enter twice make a move', async () => {
    const [props, asked] = tableAt('base2');
    render(Play, { props });
    const { tile, a, b, move } = some('base2');
    cell('h8').focus();
    await fireEvent.click(cell(a));
    cell(a).focus();
    const slot = [...document.querySelectorAll<HTMLElement>('[data-tile]')].findIndex(
      (one) => one.dataset.tile === tile,
    );
    await key(String(slot + 1), `Digit${slot + 1}`);
    for (let n = 0; n < 12 && ghost() !== `${a} ${b}`; n++) await key('e');
    expect(ghost()).toBe(`${a} ${b}`);
    await key('Enter');
    expect(asked.moves).toEqual([]);
    await key('Enter');
    expect(asked.moves).toEqual([move]);
  });

  it('N shows the best spot and says it, X, T and B read out, Escape goes back', async () => {
    const [props, asked] = tableAt('base2');
    render(Play, { props });
    cell('h8').focus();
    await key('n');
    expect(ghost()).toBeDefined();
    expect(asked.said.at(-1)).toMatch(/plus \d/);
    for (const one of ['x', 't', 'b']) {
      const before = asked.said.length;
      await key(one);
      expect(asked.said.length).toBe(before + 1);
    }
    await key('Escape');
    expect(ghost()).toBeUndefined();
  });

  it('lifts no tile on a board that one only looks at, and still reads it out', async () => {
    const [props, asked] = tableAt('base2');
    render(Play, { props: { ...props, seat: null, still: true, phone: true } });
    cell('h8').focus();
    await key('1', 'Digit1');
    await key('n');
    expect(ghost()).toBeUndefined();
    await key('b');
    expect(asked.said).toHaveLength(1);
  });

  it('says that a tile is put down, by its digit and by Escape', async () => {
    const [props, asked] = tableAt('base2');
    render(Play, { props });
    cell('h8').focus();
    await key('1', 'Digit1');
    expect(asked.said.at(-1)).toMatch(/ on \w\d+, /);
    await key('1', 'Digit1');
    expect(asked.said.at(-1)).toMatch(/^[A-Z].*: back on the rack\.$/);
    const said = asked.said.length;
    await key('n');
    await key('Escape');
    expect(asked.said.at(-1), 'off the board, in the hand').not.toMatch(/plus|on \w\d|rack/);
    await key('Escape');
    expect(asked.said.at(-1)).toMatch(/: back on the rack\.$/);
    expect(asked.said.length).toBe(said + 3);
  });

  it('Escape takes back that a colour was waited for, and only then is left to others', async () => {
    const [props] = tableAt('base2');
    render(Play, { props });
    cell('h8').focus();
    await key('c');
    expect(await key('Escape')).toBe(false); // taken: nobody else shall hear it
    expect(await key('Escape')).toBe(true);
    await key('1', 'Digit1');
    expect(document.querySelector('.slot[aria-pressed="true"]')).not.toBeNull();
  });

  it('letters mean nothing in a text field', async () => {
    const [props] = tableAt('base2');
    render(Play, { props });
    const field = screen.getByRole('textbox');
    field.focus();
    await key('n');
    expect(ghost()).toBeUndefined();
  });

  it('a typed move is made at once', async () => {
    const [props, asked] = tableAt('duel2');
    render(Play, { props });
    const { tile, a, b, move } = some('duel2');
    const field = screen.getByRole<HTMLInputElement>('textbox');
    field.value = `${tile[1]}${tile[0]} ${b} ${a}`;
    await fireEvent.submit(field);
    expect(asked.moves).toEqual([move]);
  });
});

describe('what a table allows', () => {
  it('says of a free cell why nothing can lie there, as soon as it is reached', async () => {
    const { a } = some('base2');
    const [props, asked] = tableAt('base2');
    const legal = props.now.legal?.filter((move) => !move.split(' ').includes(a)) ?? [];
    render(Play, { props: { ...props, now: { ...props.now, legal } } });
    await fireEvent.click(cell(a));
    cell(a).focus();
    await key('1', 'Digit1');
    expect(asked.said.at(-1)).toMatch(/ of it\. There is no free cell next to it/);
    await key('ArrowRight');
    asked.said.length = 0;
    await key('ArrowLeft');
    expect(asked.said.join()).toMatch(/ of it\. There is no free cell next to it/);
  });

  it('a cell without a tile in the hand asks for one', async () => {
    const [props, asked] = tableAt('base2');
    render(Play, { props });
    await fireEvent.click(cell('h8'));
    expect(screen.getByText('Choose a tile first.')).toBeTruthy();
    expect(asked.said).toEqual(['Choose a tile first.']);
    cell('h8').focus();
    await key('Enter');
    expect(asked.said.at(-1)).toMatch(/^Row h, cell h8.* Choose a tile first\.$/);
  });

  it('a taken cell is refused in words', async () => {
    const [props, asked] = tableAt('base2');
    render(Play, { props });
    cell('h13').focus();
    await key('1', 'Digit1');
    await fireEvent.click(cell('h13'));
    expect(screen.getByText('This cell is taken.')).toBeTruthy();
    expect(asked.sounds).toContain('blocked');
    expect(asked.moves).toEqual([]);
  });

  it('without assist there is no forecast', async () => {
    const [props] = tableAt('base2');
    const bare = {
      ...props,
      table: { ...props.table, agreed: { ...props.table.agreed, assist: 0 } },
    };
    render(Play, { props: bare });
    cell('h8').focus();
    await key('n');
    expect(ghost()).toBeDefined();
    expect(document.querySelector('.gains')).toBeNull();
  });

  it('a held move can be taken back, and the tile is in the hand again', async () => {
    const { tile, a, b, move } = some('base2');
    const [props, asked] = tableAt('base2');
    const { rerender } = render(Play, { props });
    const field = screen.getByRole<HTMLInputElement>('textbox');
    field.value = `${tile} ${a} ${b}`;
    await fireEvent.submit(field);
    expect(asked.moves).toEqual([move]);
    const view = {
      ...props.now.view,
      cells: { ...position('base2').view.cells, [a]: tile[0], [b]: tile[1] },
    };
    const held = {
      t: 'held' as const,
      v: 1,
      seat: props.seat ?? 0,
      events: [],
      view,
      ms: 3000,
      until: 1e9,
    };
    await rerender({ ...props, held });
    await fireEvent.click(screen.getByRole('button', { name: /Undo/ }));
    expect(asked.back).toBe(1);
    await rerender({ ...props, held: null });
    await tick();
    expect(ghost()).toBe(`${a} ${b}`);
  });

  it.each([
    ['its player', 0, 1],
    ['the next one', 1, 0],
  ])('a tile that %s lifts lets a held move stand', async (_, by, next) => {
    const [props] = tableAt('base2', { seat: 0 });
    const settle = vi.fn();
    const { view } = props.now;
    const held = { t: 'held' as const, v: 1, seat: by, events: [], view, ms: 3000, until: 1e9 };
    const now = { ...props.now, waiting: [next], legal: next === 0 ? props.now.legal : null };
    const actions = { ...props.actions, settle };
    render(Play, { props: { ...props, now, held: { ...held, hold: 1 }, actions } });
    await fireEvent.click(document.querySelector('.slot:not(.gone)') as HTMLElement);
    expect(settle).toHaveBeenCalled();
  });

  it('a move that could not be sent is no turn of one’s own, nor anybody’s thinking', async () => {
    const { tile, a, b } = some('base2');
    const [props] = tableAt('base2');
    const { rerender } = render(Play, { props });
    const field = screen.getByRole<HTMLInputElement>('textbox');
    field.value = `${tile} ${a} ${b}`;
    await fireEvent.submit(field);
    await rerender({ ...props, busy: true, unsent: true });
    expect(screen.getByText(/is waiting to be sent/)).toBeTruthy();
    expect(screen.queryByText(/is thinking/)).toBeNull();
    const waits = document.querySelector<SVGElement>('[data-pending]');
    expect(waits?.dataset.pending).toBe(`${a} ${b}`);
    expect(waits?.classList.contains('unsent')).toBe(true);
    await rerender({ ...props, busy: true, unsent: false });
    expect(screen.queryByText(/is waiting to be sent|is thinking/)).toBeNull();
  });

  it('a tile that is held stays gone from the rack after a reload, and comes back', async () => {
    const { tile, a, b } = some('base2');
    const [props] = tableAt('base2');
    const view = {
      ...props.now.view,
      cells: { ...position('base2').view.cells, [a]: tile[0], [b]: tile[1] },
    };
    const seat = props.seat ?? 0;
    const laid = { event: 'place', seat, tile, cells: [a, b], points: [1, 1] };
    const held = { t: 'held' as const, v: 1, seat, events: [laid], view, ms: 3000, until: 1e9 };
    const { rerender } = render(Play, { props: { ...props, held } });
    const gone = document.querySelector<HTMLButtonElement>('.slot.gone');
    expect(gone?.dataset.tile).toBe(tile);
    expect(gone?.disabled).toBe(true);
    await rerender({ ...props, held: null });
    expect(document.querySelector('.slot.gone')).toBeNull();
    expect(ghost()).toBe(`${a} ${b}`);
  });

  it('those who watch on a low desk have the tracks of one side, to show a colour alone', () => {
    const [props] = tableAt('base4', { seat: null });
    const high = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(568);
    const wide = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1055);
    const { unmount } = render(Play, { props });
    expect(document.querySelectorAll('.desk .scoreline')).toHaveLength(3);
    expect(document.querySelectorAll('.desk .tracks button')).toHaveLength(6);
    unmount();
    wide.mockReturnValue(700); // the panels stand below the board
    render(Play, { props });
    expect(document.querySelectorAll('.desk .scoreline')).toHaveLength(0);
    high.mockRestore();
    wide.mockRestore();
  });

  it('those who watch see counts and no tiles', () => {
    const [props] = tableAt('base2', { seat: null });
    const now = { ...props.now, legal: null, preview: null, view: { ...props.now.view, rack: [] } };
    render(Play, { props: { ...props, now } });
    expect(document.querySelector('[data-tile]')).toBeNull();
    expect(screen.getByText(/Nina: \d tiles/)).toBeTruthy();
  });

  it.each([
    ['solo1', /about \d+ turns? left/],
    ['base2', /about \d+ turns? each/],
  ])('%s: how long it will last is said for those who play', (name, words) => {
    const [props] = tableAt(name);
    render(Play, { props });
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('an exchange that another program left open can be taken or declined', async () => {
    const [props, asked] = tableAt('base2');
    const offer = { colours: ['o'], keep: 1, tiles: ['rg', 'bb'], swap: 3 };
    const now = {
      ...props.now,
      legal: ['draw', 'exchange'],
      preview: null,
      view: { ...props.now.view, offer },
    };
    render(Play, { props: { ...props, now } });
    expect(screen.getByText('No tile shows orange, your weakest colour.')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Exchange all' }));
    await fireEvent.click(screen.getByRole('button', { name: 'Keep and draw 1' }));
    expect(asked.moves).toEqual(['exchange', 'draw']);
  });
});

describe('an exchange', () => {
  const { tile, a, b, move } = some('base2');
  const PLACE_THEN = 'Place, then exchange';
  const then = (): HTMLElement | null => screen.queryByRole('button', { name: PLACE_THEN });
  const upTo20 = Array.from({ length: 20 }, (_, n) => n);
  const every = upTo20.flatMap((first) => upTo20.map((second) => `${first}+${second}`));

  /** Pin a move; with `possible` one could exchange after it. */
  async function pinned(
    possible: boolean,
    change: { phone?: boolean; assist?: number; fills?: string[] } = {},
  ): Promise<ReturnType<typeof tableAt>[1]> {
    const { phone = false, assist = 2, fills } = change;
    const [props, asked] = tableAt('base2', { phone });
    const exchange = possible ? { [[...tile].sort().join('')]: every, [tile]: every } : {};
    const preview = assist < 2 ? null : { ...props.now.preview, exchange, fills };
    const table = { ...props.table, agreed: { ...props.table.agreed, assist } };
    render(Play, { props: { ...props, table, now: { ...props.now, preview } } });
    cell('h8').focus();
    const slot = [...document.querySelectorAll<HTMLElement>('[data-tile]')].findIndex(
      (one) => one.dataset.tile === tile,
    );
    await key(String(slot + 1), `Digit${slot + 1}`);
    await fireEvent.click(cell(a));
    for (let n = 0; n < 12 && ghost() !== `${a} ${b}`; n++) await key('e');
    return asked;
  }

  it('is not lost to those who type their moves', async () => {
    const asked = await pinned(true);
    await key('Escape');
    const field = screen.getByRole<HTMLInputElement>('textbox');
    await fireEvent.input(field, { target: { value: move } });
    await fireEvent.submit(field.form as HTMLFormElement);
    expect(asked.moves).toEqual([]);
    expect(then()).toBeTruthy();
  });

  it.each([false, true])('is decided with the move (phone: %s)', async (phone) => {
    const asked = await pinned(true, { phone });
    await fireEvent.click(then() as HTMLElement);
    expect([asked.moves, asked.then]).toEqual([[move], ['exchange']]);
  });

  it('is declined by placing, and nothing is asked afterwards', async () => {
    const asked = await pinned(true);
    await fireEvent.click(screen.getByRole('button', { name: /^Place(?!,)/ }));
    expect([asked.moves, asked.then]).toEqual([[move], ['draw']]);
  });

  it('is not there where it would not be possible, nor after the last move', async () => {
    await pinned(false);
    expect(then()).toBeNull();
    document.body.replaceChildren();
    await pinned(true, { fills: [`${a} ${b}`] });
    expect(then()).toBeNull();
  });

  it('may be tried at a table without previews: the server says whether it is possible', async () => {
    const asked = await pinned(false, { assist: 1 });
    await fireEvent.click(then() as HTMLElement);
    expect(asked.then).toEqual(['exchange']);
  });

  it('is said, explained and made by keys', async () => {
    const asked = await pinned(true);
    expect(asked.said.at(-1)).toMatch(/Enter places, S places and exchanges\.$/);
    expect(document.querySelector('.notice')?.textContent).toMatch(/nobody knows that you could/);
    cell('h8').focus();
    await key('s');
    expect([asked.moves, asked.then]).toEqual([[move], ['exchange']]);
  });

  it('that another program left open is asked for while the move is held', async () => {
    const [props, asked] = tableAt('base2');
    const offer = { colours: ['o'], keep: 1, tiles: ['rg', 'bb'], swap: 3 };
    const view = { ...props.now.view, offer };
    const held = { seat: props.seat, v: 1, events: [], view, ms: 0, legal: ['draw', 'exchange'] };
    render(Play, { props: { ...props, held: { ...held, t: 'held', until: 0 } as never } });
    await fireEvent.click(screen.getByRole('button', { name: 'Exchange all' }));
    expect(asked.moves).toEqual(['exchange']);
  });
});

vi.stubGlobal('DRAWING_FOLDERS', {});

describe('the coach', () => {
  const { a, b, move } = some('base2');
  const gift = { seat: 0, tile: 'rb', cells: ['h9', 'h10'], points: [4, 2], steps: 6 };
  const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

  async function pinned(assist: number, phone = false, refusals = 0): Promise<string[]> {
    let left = refusals;
    const ask = (about: string): Promise<typeof gift | null | undefined> =>
      Promise.resolve(about !== move ? null : left-- > 0 ? undefined : gift);
    const [props, asked] = tableAt('base2', { phone }, ask);
    props.table.agreed.assist = assist;
    render(Play, { props });
    await fireEvent.click(cell(a));
    const { tile } = some('base2');
    const slot = document.querySelector<HTMLElement>(`[data-tile="${tile}"]`);
    if (slot) await fireEvent.click(slot);
    await fireEvent.click(cell(a));
    cell(a).focus();
    for (let n = 0; n < 12 && ghost() !== `${a} ${b}`; n++) await key('e');
    expect(ghost()).toBe(`${a} ${b}`);
    await wait(200);
    await tick();
    return asked.said;
  }
  const figure = (): string | undefined =>
    document.querySelector<HTMLElement>('[data-gift]')?.dataset.gift;

  it.each([false, true])('shows and says what a pinned tile opens (phone: %s)', async (phone) => {
    const said = await pinned(3, phone);
    expect(figure()).toBe('6');
    expect(said.at(-1)).toMatch(/lets Bot 0 score up to 6 points: .* on h9 and h10/);
    await key('e'); // turned: another move, nothing known of it
    expect(figure()).toBeUndefined();
  });

  it('is asked again where it did not say', async () => {
    await pinned(3, false, 1);
    expect(figure()).toBeUndefined();
    await key('e');
    for (let n = 0; n < 12 && ghost() !== `${a} ${b}`; n++) await key('e');
    expect(ghost()).toBe(`${a} ${b}`);
    await wait(200);
    await tick();
    expect(figure()).toBe('6');
  });

  it('is silent below its level', async () => {
    await pinned(2);
    expect(figure()).toBeUndefined();
  });
});

it('shows the lesson whose turn it is', async () => {
  const turn = (): Element | null => document.querySelector('[data-turn]');
  const [props] = tableAt('base2');
  const { rerender } = render(Play, { props });
  expect(turn()).not.toBeNull();
  const others = { ...props.now, waiting: [1 - (props.seat ?? 0)] };
  await rerender({ ...props, now: others });
  expect(turn()).toBeNull();
});

it.each([false, true])('speaks of no keys when all is over (phone: %s)', (phone) => {
  const [props] = tableAt('solo1', { phone });
  const { unmount } = render(Play, { props });
  expect(screen.getByRole('grid').getAttribute('aria-describedby')).toBe('genial-how');
  expect(document.getElementById('genial-how')).not.toBeNull();
  expect(screen.queryByRole('textbox')).not.toBeNull();
  unmount();
  render(Play, { props: { ...props, still: true } });
  expect(screen.getByRole('grid').hasAttribute('aria-describedby')).toBe(false);
  expect(document.getElementById('genial-how')).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
});
