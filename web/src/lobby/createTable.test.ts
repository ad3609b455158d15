import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { route } from '../router.svelte';
import { toasts } from '../kit/toast.svelte';
import { stored, tokenAt } from '../wire/storage.svelte';
import { createTable } from './createTable';
import { wasCopied } from './tableLink.svelte';

vi.mock('../kit/clipboard', () => ({
  copy: (text: Promise<string>) =>
    text.then(
      () => true,
      () => false,
    ),
}));

const server = vi.hoisted(() => ({ there: true }));
vi.mock('../wire/server', async (original) => ({
  ...(await original()),
  get HAS_SERVER() {
    return server.there;
  },
}));
// An engine without WebAssembly.
vi.mock('../wire/local', async (original) => ({
  ...(await original()),
  hasLocal: (game: string) => game === 'local',
  isAble: () => false,
}));

const agreed = { game: 'toy', variant: 'base', seats: 2 };
let answer: (body: unknown, status?: number) => void;
const asked = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockReset();
  vi.stubGlobal('fetch', (path: string, init: { body: string }) => {
    asked(path, JSON.parse(init.body));
    return new Promise((done) => {
      answer = (body, status = 200) => done(new Response(JSON.stringify(body), { status }));
    });
  });
});
afterEach(() => {
  server.there = true;
  toasts.splice(0);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('making a table', () => {
  it('sits down, fills all seats with bots, starts, saves the seat and goes there', async () => {
    const made = createTable(agreed, ['random']);
    const [path, request] = asked.mock.calls[0] as [string, { sit: { token: string } }];
    expect(path).toBe('/api/tables');
    expect(request).toMatchObject({ agreed, bots: ['random'], start: true, sit: stored.me });
    answer({ code: 'AAAAAA', link: '/t/AAAAAA', seat: 0, token: request.sit.token });
    await made;
    expect(tokenAt('AAAAAA')).toBe(request.sit.token);
    expect(route.path).toBe('/t/AAAAAA');
    expect(stored.last?.agreed).toEqual(agreed);
  });

  it('sends one request however often it is clicked, and shows a toast if it is slow', async () => {
    const made = createTable(agreed, []);
    void createTable(agreed, []);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(asked.mock.calls[0]?.[1]).toMatchObject({ start: false });
    await vi.advanceTimersByTimeAsync(1300);
    expect(toasts.map(({ text }) => text)).toEqual(['Setting up the table …']);
    answer({ code: 'BBBBBB', link: '/t/BBBBBB', seat: 0, token: 'x' });
    await made;
  });

  it('leaves it to the seats to show that the link is copied: no toast lies over their heading', async () => {
    const made = createTable(agreed, []);
    answer({ code: 'DDDDDD', link: '/t/DDDDDD', seat: 0, token: 'x' });
    await made;
    expect(toasts).toEqual([]);
    expect(wasCopied('AAAAAA')).toBe(false);
    expect(wasCopied('DDDDDD')).toBe(true);
    expect(wasCopied('DDDDDD')).toBe(false);
  });

  it('shows why it was refused, and can be retried', async () => {
    const made = createTable(agreed, []);
    answer({ code: 'tables', rule: '', text: 'too many' }, 429);
    await made;
    expect(toasts.at(-1)?.text).toBe('Too many new tables – wait a moment.');
    void createTable(agreed, []);
    expect(asked).toHaveBeenCalledTimes(2);
    answer({ code: 'CCCCCC', link: '/t/CCCCCC' });
  });

  it('says where a game is played that this browser cannot run', async () => {
    const made = createTable({ ...agreed, game: 'local' }, ['random']);
    expect(toasts.map(({ text }) => text)).toEqual([
      'This browser can’t run games by itself, so you play on the server.',
    ]);
    answer({ code: 'CCCCCC', link: '/t/CCCCCC', seat: 0, token: 'x' });
    await made;
  });

  it('says which browsers play where there is no server', async () => {
    server.there = false;
    await createTable({ ...agreed, game: 'local' }, ['random']);
    expect(toasts.map(({ text }) => text)).toEqual([
      expect.stringContaining('no server that could. Use Safari 16.4'),
    ]);
    expect(asked).not.toHaveBeenCalled();
  });
});
