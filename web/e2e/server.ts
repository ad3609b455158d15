/** A real server as a process of its own: on a free port, with its own database, quick for tests. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..', '..');
export const program = process.env.HEXADE ?? join(root, '.venv', 'bin', 'hexade');

// Nobody waits in a test: no time to take back unless it is asked for, bots that move at once.
const QUICK = {
  HEXADE_HOLD_S: '0',
  HEXADE_BOT_PAUSE_S: '0',
  HEXADE_BOT_WORKERS: '-1',
  HEXADE_COUNT_S: '0.3',
  HEXADE_TABLES_PER_HOUR: '100000',
  HEXADE_PUBLIC_TABLES: '100000',
  HEXADE_RESULTS_PER_HOUR: '100000',
  HEXADE_WRONG_CODES_PER_HOUR: '100000',
  HEXADE_ADDRESS_RATE: '10000',
  HEXADE_ADDRESS_BURST: '10000',
  HEXADE_SOCKET_RATE: '1000',
  HEXADE_SOCKET_BURST: '1000',
  HEXADE_MESSAGE_RATE: '10000',
  HEXADE_HELP_RATE: '1000',
  HEXADE_HELP_BURST: '1000',
};

/** The variable that says where the server of all tests is; see run.ts. */
export const LENT = 'HEXADE_E2E_SERVER';

/** Those that run: none stays behind, nor its folder, whatever ends this process. */
const running = new Set<Server>();
process.once('exit', () => running.forEach((one) => one.drop()));
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

export class Server {
  /** Where it is; it keeps the port that it took when it was first opened. */
  url = '';
  private readonly folder: string;
  private readonly more: Record<string, string>;
  private process: ChildProcess | null = null;
  private said: string[] = [];

  private constructor(folder: string, more: Record<string, string>) {
    this.folder = folder;
    this.more = more;
  }

  /** The one that all tests share where there is one, else one's own. Nobody kills what is lent. */
  static async lent(): Promise<Server> {
    const url = process.env[LENT];
    if (!url) return Server.start();
    const shared = new Server('', {});
    shared.url = url;
    return shared;
  }

  /** Start one; `more` are settings such as HEXADE_HOLD_S. */
  static async start(more: Record<string, string> = {}): Promise<Server> {
    if (!existsSync(program)) throw new Error(`there is no ${program}: run make first`);
    const folder = await mkdtemp(join(tmpdir(), 'hexade-e2e-'));
    const made = new Server(folder, more);
    running.add(made);
    await made.open();
    return made;
  }

  /** Start it again where it was: same port, same database. */
  async open(): Promise<void> {
    const port = this.url ? new URL(this.url).port : '0';
    const options = ['--port', port, '--database', join(this.folder, 'tables.sqlite')];
    const child = spawn(program, ['serve', ...options], {
      env: { ...process.env, ...QUICK, ...this.more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process = child;
    const lines = [child.stdout, child.stderr].map((input) => createInterface({ input }));
    await new Promise<void>((done, fail) => {
      for (const line of lines)
        line.on('line', (text) => {
          this.said.push(text);
          const at = /Hexade is at (http\S+)/.exec(text)?.[1];
          if (!at) return;
          this.url = at.replace(/\/$/, '');
          done();
        });
      child.once('exit', (code) =>
        fail(new Error(`serve ended: ${code}\n${this.said.join('\n')}`)),
      );
    });
  }

  /** End it without warning, as a power cut would. */
  async kill(): Promise<void> {
    if (!this.process) throw new Error('this server belongs to others');
    await this.end('SIGKILL');
  }

  /** End it well, and clear up. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
    if (!this.folder) return; // it was lent
    await rm(this.folder, { recursive: true, force: true });
    running.delete(this);
  }

  /** What can still be done when the process ends at once. */
  drop(): void {
    this.process?.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.process;
    this.process = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
  }
}
