import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hush, spoken } from '../kit/announce.svelte';
import { toasts } from '../kit/toast.svelte';
import { nothing } from '../wire/fold';
import type { Refused, TableState } from '../wire/messages';
import { Draft, type Table } from '../wire/table.svelte';
import Chat from './Chat.svelte';

const ask = vi.fn((): Promise<Refused | null> => Promise.resolve(null));

function seated(more: Partial<TableState> = {}): Table {
  const agreed = { talk: 'open' };
  const state = { agreed, seats: [{ name: 'Ada', team: 0 }], ...more } as unknown as TableState;
  const known = { ...nothing(), seat: 0, table: state };
  return { known, ask, draft: new Draft() } as unknown as Table;
}

function field(table = seated()): HTMLInputElement {
  render(Chat, { props: { table, names: ['Ada'] } });
  return screen.getByRole('textbox');
}
const write = (into: HTMLInputElement, length: number): Promise<unknown> =>
  fireEvent.input(into, { target: { value: 'x'.repeat(length) } });

beforeEach(() => {
  vi.clearAllMocks();
  hush();
  toasts.length = 0;
});
afterEach(cleanup);

it('shows how many characters are left when there are few, and none', async () => {
  const into = field();
  expect(into.maxLength).toBe(300);
  await write(into, 200);
  expect(into.getAttribute('aria-describedby')).toBeNull();
  await write(into, 290);
  const note = document.getElementById(into.getAttribute('aria-describedby') ?? '');
  expect(note?.textContent).toBe('10 characters left');
  expect(spoken.polite, 'not at each letter').toBe('');
  await write(into, 300);
  expect(note?.textContent).toMatch(/at most 300 characters/);
  expect(spoken.polite).toMatch(/at most 300 characters/);
  await write(into, 12);
  expect(spoken.polite).toBe('');
  expect(into.getAttribute('aria-describedby')).toBeNull();
});

it('restores a refused text, and shows why', async () => {
  const into = field();
  ask.mockResolvedValueOnce({ t: 'refused', code: 'chat', text: 'too long' } as Refused);
  await write(into, 250);
  await fireEvent.submit(into.form as HTMLFormElement);
  await expect.poll(() => toasts[0]?.text).toBe('This text is too long.');
  expect(into.value).toHaveLength(250);
  await fireEvent.submit(into.form as HTMLFormElement);
  await expect.poll(() => into.value).toBe('');
});

it('restores a refused text after the chat was closed', async () => {
  const table = seated();
  const into = field(table);
  let answer: (refused: Refused) => void = () => undefined;
  ask.mockReturnValueOnce(new Promise((done) => (answer = done)));
  await write(into, 20);
  await fireEvent.submit(into.form as HTMLFormElement);
  cleanup();
  answer({ t: 'refused', code: 'chat', text: 'too fast' } as Refused);
  await expect.poll(() => toasts).toHaveLength(1);
  const again = field(table);
  expect(again.value).toHaveLength(20);
  await fireEvent.submit(again.form as HTMLFormElement);
  expect(ask).toHaveBeenLastCalledWith({ t: 'chat', text: 'x'.repeat(20) });
});

it.each([
  ['closed', 'playing', false],
  ['closed', 'waiting', true],
  ['closed', 'over', true],
  ['open', 'playing', true],
] as const)('C4 %s talk while %s: a field to write in: %s', (talk, phase, writes) => {
  const agreed = { talk } as TableState['agreed'];
  render(Chat, { props: { table: seated({ agreed, phase }), names: ['Ada'] } });
  expect(Boolean(screen.queryByRole('textbox'))).toBe(writes);
  expect(Boolean(screen.queryByText(/don’t consult/))).toBe(!writes);
  expect(screen.getAllByRole('button').length, 'emotes stay').toBeGreaterThan(0);
});
