import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageOf } from '../games';
import Tv from './Tv.svelte';

vi.mock('../games', () => ({ pageOf: vi.fn() }));
vi.mock('../wire/http', async (original) => ({
  ...(await original<object>()),
  reach: () => new Promise(() => undefined),
}));
vi.mock('../wire/table.svelte', () => ({
  Table: class {
    known = { table: { agreed: { game: 'some' }, seats: [], phase: 'waiting', code: 'AAAAAA' } };
    connection = { is: 'open' };
    close = (): void => undefined;
  },
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('says that the game could not be loaded, and tries again by itself', async () => {
  const load = vi.mocked(pageOf);
  load.mockRejectedValue(new Error('no network'));
  render(Tv, { props: { code: 'AAAAAA' } });
  await vi.advanceTimersByTimeAsync(100);
  expect(screen.getByRole('heading').textContent).toBe('This part could not be loaded.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  load.mockResolvedValue({ name: 'some', cards: [] } as never);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(screen.queryByText('This part could not be loaded.')).toBeNull();
});
