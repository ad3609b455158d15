import { cleanup, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reach } from '../wire/http';
import Join from './Join.svelte';

vi.mock('../wire/http', () => ({ reach: vi.fn() }));
beforeEach(() => vi.mocked(reach).mockReset());
afterEach(cleanup);

const props = { code: 'AAAAAA', text: 'Point a phone here' };

it('says that only this computer can open the code', async () => {
  vi.mocked(reach).mockResolvedValue({ reach: 'computer', origin: '' });
  render(Join, { props });
  expect((await screen.findByRole('note')).textContent).toContain('Works on this computer only.');
});

it('has the address that phones on the same Wi-Fi can open', async () => {
  vi.mocked(reach).mockResolvedValue({ reach: 'network', origin: 'http://192.168.1.7:8000' });
  render(Join, { props });
  expect((await screen.findByRole('note')).textContent).toContain('Works on this Wi-Fi only.');
  expect(screen.getByText(/192\.168\.1\.7:8000/)).toBeTruthy();
});

it('warns of nothing where everybody can open it, or nobody knows', async () => {
  vi.mocked(reach).mockResolvedValueOnce({ reach: 'anywhere', origin: 'https://hexade.test' });
  vi.mocked(reach).mockRejectedValueOnce(new Error('no network'));
  for (const address of ['hexade.test', location.host]) {
    render(Join, { props });
    await vi
      .mocked(reach)
      .mock.results.at(-1)
      ?.value.catch(() => undefined);
    await tick();
    expect(screen.getByText(address)).toBeTruthy(); // the answer has come in
    expect(screen.queryByRole('note')).toBeNull();
    cleanup();
  }
  expect(reach).toHaveBeenCalledTimes(2);
});
