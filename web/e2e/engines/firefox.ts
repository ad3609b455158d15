/** The system's Firefox, driven by WebDriver BiDi: it listens itself, so no driver is needed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed, Program } from './programs.ts';
import { keyActions, type Open, type Tab } from './tab.ts';

interface Answer {
  id?: number;
  type: string;
  result?: unknown;
  message?: string;
}

/** Commands over one socket, and their answers by number. */
class Bidi {
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private readonly socket: WebSocket;
  private last = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.onmessage = ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      this.waiting.get(answer.id ?? 0)?.(answer);
      this.waiting.delete(answer.id ?? 0);
    };
  }

  static async connect(url: string): Promise<Bidi> {
    const socket = new WebSocket(url);
    await new Promise((done, failed) => {
      socket.onopen = done;
      socket.onerror = () => failed(new Error(`nobody answers at ${url}`));
    });
    return new Bidi(socket);
  }

  async send<T>(method: string, params: object): Promise<T> {
    const id = ++this.last;
    const answer = await new Promise<Answer>((done) => {
      this.waiting.set(id, done);
      this.socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.type === 'error') throw new Error(`${method}: ${String(answer.message)}`);
    return answer.result as T;
  }
}

interface Evaluated {
  type: 'success' | 'exception';
  result?: { value?: string };
  exceptionDetails?: { text: string };
}

export const openFirefox: Open = async () => {
  const path = installed('firefox', 'firefox-esr');
  if (!path) return 'Firefox is not installed (Debian: firefox-esr).';
  const profile = await mkdtemp(join(tmpdir(), 'hexade-firefox-'));
  const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const program = new Program(path, options, { HOME: profile });
  const [, url = ''] = await program.says(/WebDriver BiDi listening on (ws:\S+)/);
  const bidi = await Bidi.connect(`${url}/session`);
  const { capabilities } = await bidi.send<{ capabilities: { browserVersion: string } }>(
    'session.new',
    { capabilities: {} },
  );
  const { contexts } = await bidi.send<{ contexts: { context: string }[] }>(
    'browsingContext.getTree',
    {},
  );
  const context = contexts[0]?.context ?? '';

  const tab: Tab = {
    name: `Firefox ${capabilities.browserVersion}`,
    go: async (to) => {
      await bidi.send('browsingContext.navigate', { context, url: to, wait: 'complete' });
    },
    evaluate: async <T>(expression: string): Promise<T> => {
      const given = await bidi.send<Evaluated>('script.evaluate', {
        expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
        target: { context },
        awaitPromise: true,
      });
      if (given.type === 'exception') throw new Error(given.exceptionDetails?.text);
      return JSON.parse(given.result?.value ?? 'null') as T;
    },
    press: async (...keys) => {
      await bidi.send('input.performActions', { context, actions: keyActions(keys) });
    },
    picture: async () =>
      (await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context })).data,
    resize: async (width, height) => {
      await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    close: async () => {
      await bidi.send('browser.close', {}).catch(() => undefined);
      await program.end();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return tab;
};
