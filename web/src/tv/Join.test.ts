import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { reach } from '../wire/http';
import Join from './Join.svelte';

vi.mock('../wire/http', () => ({ reach: vi.fn() }));
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
  vi.mocked(reach).mockResolvedValueOnce({ reach: 'anywhere', origin: '' });
  vi.mocked(reach).mockRejectedValueOnce(new Error('no network'));
  for (let n = 0; n < 2; n++) {
    render(Join, { props });
    await vi.waitFor(() => expect(reach).toHaveBeenCalled());
    expect(screen.queryByRole('note')).toBeNull();
    cleanup();
  }
});
