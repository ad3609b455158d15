/** Programs of the system, started for a test and ended with it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

/** The path of the first of these programs that is installed. */
export function installed(...names: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name))))
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      continue;
    }
  return null;
}

export class Program {
  private readonly child: ChildProcess;
  private readonly said: string[] = [];

  constructor(path: string, options: string[], environment: NodeJS.ProcessEnv = {}) {
    this.child = spawn(path, options, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Wait until it says a line of this kind, and return what the pattern found. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((done, failed) => {
      for (const stream of [this.child.stdout, this.child.stderr])
        if (stream)
          createInterface({ input: stream }).on('line', (line) => {
            this.said.push(line);
            const found = pattern.exec(line);
            if (found) done(found);
          });
      this.child.once('error', failed);
      this.child.once('exit', (code) =>
        failed(new Error(`it ended with ${String(code)}:\n${this.said.join('\n')}`)),
      );
    });
  }

  /** End it, and wait until it is gone. */
  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise((done) => this.child.once('exit', done));
    this.child.kill();
    await gone;
  }
}
