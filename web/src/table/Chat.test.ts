import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hush, spoken } from '../kit/announce.svelte';
import { toasts } from '../kit/toast.svelte';
import { nothing } from '../wire/fold';
import type { Refused, TableState } from '../wire/messages';
import type { Table } from '../wire/table.svelte';
import Chat from './Chat.svelte';

const ask = vi.fn((): Promise<Refused | null> => Promise.resolve(null));

function field(): HTMLInputElement {
  const state = { agreed: {}, seats: [{ name: 'Ada' }] } as unknown as TableState;
  const table = { known: { ...nothing(), seat: 0, table: state }, ask } as unknown as Table;
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

it('says how much room is left when there is little, and when there is none', async () => {
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

it('gives a text back that was refused, and says why', async () => {
  const into = field();
  ask.mockResolvedValueOnce({ t: 'refused', code: 'chat', text: 'too long' } as Refused);
  await write(into, 250);
  await fireEvent.submit(into.form as HTMLFormElement);
  await expect.poll(() => toasts[0]?.text).toBe('This text is too long.');
  expect(into.value).toHaveLength(250);
  await fireEvent.submit(into.form as HTMLFormElement);
  await expect.poll(() => into.value).toBe('');
});
