import { render } from '@testing-library/svelte';
import { beforeAll, expect, it } from 'vitest';
import type { GamePage } from '../games/contract';
import { language } from '../kit/i18n.svelte';
import { nothing } from '../wire/fold';
import type { Now, TableState } from '../wire/messages';
import type { Table } from '../wire/table.svelte';
import TurnPill from './TurnPill.svelte';

beforeAll(() => void (language.now = 'en'));

/** What the pill says to a seat (null: a spectator) while the first player thinks. */
function says(seat: number | null, phone: boolean): string {
  const state = {
    code: 'ABCDEF',
    phase: 'playing',
    agreed: {},
    seats: [],
  } as unknown as TableState;
  const now = { waiting: [0], view: {} } as unknown as Now;
  const table = { known: { ...nothing(), seat, table: state, now }, unsent: false };
  const page = {} as unknown as GamePage;
  const props = { table: table as unknown as Table, page, names: ['Ada', 'Ben'], at: 0, phone };
  const { container, unmount } = render(TurnPill, { props });
  const text = container.textContent ?? '';
  unmount();
  return text;
}

it('tells those on a phone who only watch that they do', () => {
  expect(says(null, true)).toMatch(/^Watching.*Ada/);
  expect(says(1, true)).not.toContain('Watching');
});
