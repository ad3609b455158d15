import { render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Privacy as Kept } from '../wire/messages';
import Privacy from './Privacy.svelte';

const kept: Kept = {
  contact: 'Jo, jo@example.org',
  talk_days: 7,
  unfinished_days: 1,
  names_days: 90,
  finished_days: 0,
  puzzle_counts_days: 60,
  address_minutes: 60,
  access_log: false,
};
const answers = (body: unknown, ok = true): void => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve({ ok, status: ok ? 200 : 503, json: () => Promise.resolve(body) })),
  );
};

afterEach(() => vi.unstubAllGlobals());

describe('the page on privacy', () => {
  it('says who runs this server, and how long it keeps what', async () => {
    answers(kept);
    render(Privacy);
    await screen.findByText('Jo, jo@example.org');
    for (const period of ['7 days', '1 day', '90 days', 'for ever', '60 days', '60 minutes'])
      expect(screen.getByText(period)).toBeTruthy();
    expect(screen.getByText(/no addresses, names or messages/)).toBeTruthy();
  });

  it('says so when the operator gave no contact, and when requests are logged', async () => {
    answers({ ...kept, contact: '', access_log: true });
    render(Privacy);
    await screen.findByText(/has not given a contact/);
    expect(screen.getByText(/switched on a log of requests/)).toBeTruthy();
  });

  it('promises nothing that the server did not tell', async () => {
    answers({ code: 'unavailable', rule: '', text: '' }, false);
    render(Privacy);
    await screen.findByRole('alert');
    expect(screen.queryByText('30 days')).toBeNull();
  });
});
