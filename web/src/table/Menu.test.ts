import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeAll, expect, it, vi } from 'vitest';
import type { GamePage } from '../games/contract';
import { language } from '../kit/i18n.svelte';
import { nothing } from '../wire/fold';
import type { TableState } from '../wire/messages';
import type { Table } from '../wire/table.svelte';
import Menu from './Menu.svelte';

vi.mock('../notify/notify.svelte', () => ({
  permission: { now: 'denied' },
  notifies: () => false,
  wantNotices: () => Promise.resolve(false),
}));
beforeAll(() => void (language.now = 'en'));

it('says inside the menu that the browser blocks notifications', async () => {
  const state = { code: 'ABCDEF', agreed: {}, seats: [] } as unknown as TableState;
  const table = { known: { ...nothing(), seat: 0, table: state } } as unknown as Table;
  const none = (): void => undefined;
  const page = { name: 'toy', cards: [] } as unknown as GamePage;
  const ways = { onchat: none, onclose: none, onhelp: none, onhow: none, onleave: none };
  render(Menu, { props: { table, page, names: [], unread: 0, ...ways } });
  const menu = screen.getByRole('dialog', { hidden: true });
  expect(within(menu).queryByText(/blocks notifications/)).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: /my turn/i, hidden: true }));
  expect(await within(menu).findByText(/The browser blocks notifications/)).toBeTruthy();
});
