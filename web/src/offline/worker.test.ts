import { beforeEach, expect, it, vi } from 'vitest';

const host = location.origin;
const replay = `${host}/api/replays/ABCDEF.1`;
const analysis = `${replay}/analysis`;
const stored = new Map<string, Map<string, Response>>();
const fetched = vi.fn<(request: Request) => Promise<Response>>();

/** As much of a browser's cache as the worker uses. */
function cache(name: string): object {
  const entries = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, entries);
  return {
    put: async (request: Request, answer: Response) => void entries.set(request.url, answer),
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
    delete: async (request: Request) => entries.delete(request.url),
  };
}

async function asked(url: string): Promise<string> {
  const event = new Event('fetch') as Event & Record<string, unknown>;
  let answer: Promise<Response> | undefined;
  event.request = new Request(url);
  event.respondWith = (given: Promise<Response>) => (answer = given);
  self.dispatchEvent(event);
  return (await answer)?.clone().text() ?? 'left to the browser';
}

beforeEach(async () => {
  stored.clear();
  fetched.mockReset();
  vi.stubGlobal('VERSION', '1');
  vi.stubGlobal('FILES', []);
  vi.stubGlobal('PICTURES', []);
  vi.stubGlobal('SERVER', true);
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('caches', {
    open: async (name: string) => cache(name),
    match: async (request: Request) =>
      [...stored.values()].map((entries) => entries.get(request.url)).find(Boolean),
  });
  await import('./worker');
});

const says = (text: string, status = 200): void =>
  void fetched.mockResolvedValueOnce(new Response(text, { status }));

it('fetches a replay once', async () => {
  says('the game');
  expect(await asked(replay)).toBe('the game');
  expect(await asked(replay)).toBe('the game');
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('fetches an analysis each time, and has the last one offline', async () => {
  says('not yet', 202);
  says('nobody can judge it');
  says('what was lost');
  fetched.mockRejectedValueOnce(new TypeError('offline'));
  expect(await asked(analysis)).toBe('not yet');
  expect(await asked(analysis)).toBe('nobody can judge it');
  expect(await asked(analysis)).toBe('what was lost');
  expect(await asked(analysis)).toBe('what was lost');
});

it('has no unseen analysis offline', async () => {
  fetched.mockRejectedValueOnce(new TypeError('offline'));
  await expect(asked(analysis)).rejects.toThrow('offline');
});

it('leaves the picture of a replay to the browser, each time', async () => {
  says('a picture');
  expect(await asked(`${replay}/picture.png`)).toBe('left to the browser');
  expect(fetched).not.toHaveBeenCalled();
});

it('does not handle tables', async () => {
  expect(await asked(`${host}/api/tables`)).toBe('left to the browser');
});

it.each([
  ['/', 'hexade-shell-1', 'hexade-shell-0'],
  ['/hexade/', 'hexade /hexade/ shell-1', 'hexade /hexade/ shell-0'],
])('under %s deletes its own old version and nobody else’s cache', async (root, now, old) => {
  const others = ['blog', 'hexade /hexade/a/ shell-0', 'hexade-shell-9', 'hexade /hexade/ shell-9'];
  const names = new Set([now, old, ...others.filter((name) => !name.startsWith(now.slice(0, -1)))]);
  const calls: Record<string, (event: object) => void> = {};
  vi.spyOn(self, 'addEventListener').mockImplementation(
    (kind: string, call: unknown) => void (calls[kind] = call as (event: object) => void),
  );
  vi.stubGlobal('clients', { claim: async () => undefined });
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
  });
  const before = [...names];
  const page = location.href;
  history.replaceState(null, '', `${root}sw.js`);
  vi.resetModules();
  await import('./worker');
  history.replaceState(null, '', page);
  vi.restoreAllMocks();
  let done: Promise<void> | undefined;
  calls.activate?.({ waitUntil: (work: Promise<void>) => (done = work) });
  await done;
  expect(done).toBeDefined();
  expect([...names]).toEqual(before.filter((name) => name !== old));
});

/** Click a notification that leads somewhere, with some pages open; returns what was done. */
async function clicked(href: string, open: string[]): Promise<string[]> {
  const done: string[] = [];
  const pages = open.map((url) => ({
    url,
    focus: async () => void done.push(`focus ${url}`),
  }));
  vi.stubGlobal('clients', {
    matchAll: async () => pages,
    openWindow: async (url: string) => void done.push(`open ${url}`),
  });
  const event = new Event('notificationclick') as Event & Record<string, unknown>;
  let work: Promise<unknown> | undefined;
  event.notification = { close: () => done.push('closed'), data: { href } };
  event.waitUntil = (given: Promise<unknown>) => (work = given);
  self.dispatchEvent(event);
  await work;
  return done;
}

it('a notification leads to its table: in its own page, or in a new one', async () => {
  const [table, other] = [`${host}/t/AAAAAA`, `${host}/t/BBBBBB`];
  expect(await clicked('/t/AAAAAA', [other, table])).toEqual(['closed', `focus ${table}`]);
  expect(await clicked('/t/AAAAAA', [other])).toEqual(['closed', `open ${table}`]);
});
