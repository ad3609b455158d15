/** The system's WebKit (WebKitGTK, Safari's engine), driven by WebDriver. */
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed, Program } from './programs.ts';
import { keyActions, type Open, type Tab } from './tab.ts';

const BROWSER = '/usr/lib*/{,*/}webkit{2,}gtk-*/MiniBrowser';
const TRIES = 100; // of a tenth of a second, until the driver listens

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** One command of WebDriver. */
async function command<T>(url: string, method: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${url}: ${String(value.error)} ${String(value.message)}`);
  return value;
}

/** Wait until the driver listens. */
async function listening(url: string): Promise<void> {
  for (let n = 0; n < TRIES; n++)
    try {
      await command(`${url}/status`, 'GET');
      return;
    } catch {
      await new Promise((done) => setTimeout(done, 100));
    }
  throw new Error('WebKitWebDriver does not answer.');
}

/** A screen to draw on, where there is none. */
async function screen(): Promise<[Program | null, NodeJS.ProcessEnv] | string> {
  if (process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY) return [null, {}];
  const path = installed('Xvfb');
  if (!path) return 'WebKit needs a screen, or Xvfb (Debian: xvfb).';
  const program = new Program(path, ['-displayfd', '1', '-screen', '0', '1600x1200x24']);
  const [, number = ''] = await program.says(/^(\d+)$/);
  return [program, { DISPLAY: `:${number}` }];
}

export const openWebKit: Open = async () => {
  const path = installed('WebKitWebDriver');
  const browser = globSync(BROWSER)[0];
  if (!path || !browser) return 'WebKit is not installed (Debian: webkit2gtk-driver).';
  const drawn = await screen();
  if (typeof drawn === 'string') return drawn;
  const [display, environment] = drawn;
  const home = await mkdtemp(join(tmpdir(), 'hexade-webkit-'));
  const port = await freePort();
  const driver = new Program(path, [`--port=${port}`, '--host=127.0.0.1'], {
    ...environment,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    LIBGL_ALWAYS_SOFTWARE: '1',
    // Only pages of our own are opened, and the sandbox cannot start inside most others.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  });
  const url = `http://127.0.0.1:${port}`;
  await listening(url);
  const wish = { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } };
  const { sessionId, capabilities } = await command<{
    sessionId: string;
    capabilities: { browserVersion: string };
  }>(`${url}/session`, 'POST', { capabilities: { alwaysMatch: wish } });
  const session = `${url}/session/${sessionId}`;

  const tab: Tab = {
    name: `WebKit ${capabilities.browserVersion}`,
    go: async (to) => {
      await command(`${session}/url`, 'POST', { url: to });
    },
    evaluate: async <T>(expression: string): Promise<T> => {
      const script = `return (async () => JSON.stringify((await (${expression})) ?? null))()`;
      const text = await command<string>(`${session}/execute/sync`, 'POST', { script, args: [] });
      return JSON.parse(text) as T;
    },
    press: async (...keys) => {
      await command(`${session}/actions`, 'POST', { actions: keyActions(keys) });
    },
    picture: () => command<string>(`${session}/screenshot`, 'GET'),
    resize: async (width, height) => {
      await command(`${session}/window/rect`, 'POST', { width, height });
      // The window has bars of its own.
      const [w, h] = await tab.evaluate<[number, number]>('[innerWidth, innerHeight]');
      const rect = { width: 2 * width - w, height: 2 * height - h };
      await command(`${session}/window/rect`, 'POST', rect);
    },
    close: async () => {
      await command(session, 'DELETE').catch(() => undefined);
      await driver.end();
      await display?.end();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return tab;
};
