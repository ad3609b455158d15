/** A new version of the page: offered in the lobby, never in a game, taken over when one asks. */
import assert from 'node:assert/strict';
import { createServer, request, type Server as Http } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { person } from './browser.ts';
import { complaints } from './checks.ts';
import { fixtures } from './fixtures.ts';
import { create, games, takeSeat } from './api.ts';

const here = fixtures();
const VERSION = /const VERSION = ("[^"]*")/;

/** The real server, but for the service worker's version: that is what an update changes. */
class Door {
  version = '';
  url = '';
  private readonly http: Http;
  private readonly lines = new Set<Socket>();
  private readonly behind: () => URL;

  constructor(behind: () => URL) {
    this.behind = behind;
    this.http = createServer((asked, answer) => {
      const { hostname, port } = this.behind();
      const { method, headers } = asked;
      const plain = { ...headers, 'accept-encoding': 'identity' };
      const options = { hostname, port, method, path: asked.url, headers: plain };
      const passed = request(options, (told) => {
        if (asked.url !== '/sw.js') {
          answer.writeHead(told.statusCode ?? 502, told.headers);
          told.pipe(answer);
          return;
        }
        const parts: Buffer[] = [];
        told.on('data', (part: Buffer) => parts.push(part));
        told.on('end', () => answer.end(this.renamed(Buffer.concat(parts), answer, told.headers)));
      });
      passed.on('error', () => answer.destroy());
      asked.pipe(passed);
    });
    this.http.on('connection', (line) => {
      this.lines.add(line);
      line.on('close', () => this.lines.delete(line));
    });
    this.http.on('upgrade', (asked, line: Socket) => {
      const { hostname, port } = this.behind();
      const through = connect(Number(port), hostname, () => {
        const head = asked.rawHeaders
          .map((text, n) => (n % 2 ? `${text}\r\n` : `${text}: `))
          .join('');
        through.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${head}\r\n`);
        through.pipe(line).pipe(through);
      });
      for (const end of [line, through])
        end.on('error', () => [line, through].map((e) => e.destroy()));
    });
  }

  private renamed(
    script: Buffer,
    answer: { setHeader(name: string, value: string): unknown },
    headers: Record<string, string | string[] | undefined>,
  ): string {
    answer.setHeader('content-type', String(headers['content-type']));
    answer.setHeader('cache-control', 'no-cache');
    const text = script.toString();
    assert.match(text, VERSION);
    return this.version ? text.replace(VERSION, `const VERSION = "${this.version}"`) : text;
  }

  async open(): Promise<void> {
    await new Promise<void>((done) => this.http.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const line of this.lines) line.destroy();
    await new Promise((done) => this.http.close(done));
  }
}

const door = new Door(() => new URL(here.server.url));
before(() => door.open());
after(() => door.close());

const shells = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('shell')));

test('"Update ready" appears in the lobby, not in a game, and updates on click', async () => {
  const { context, page } = await person(here.browser);
  const bad = complaints(page);
  const chip = page.getByRole('button', { name: 'Update ready' });
  await page.goto(door.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  assert.equal(await chip.count(), 0, 'the first version is no update');
  const [old] = await shells(page);
  assert.ok(old);

  door.version = 'newer';
  await page.reload();
  await chip.waitFor();
  assert.deepEqual((await shells(page)).sort(), ['hexade-shell-newer', old].sort());

  const [info] = await games(door.url);
  assert.ok(info?.variants[0]);
  const seats = info.variants[0].seats[0] ?? 1;
  const agreed = { game: info.game, variant: info.variants[0].variant, seats };
  const bots = Array.from({ length: seats - 1 }, () => 'random');
  const sit = { name: 'Ada', avatar: 'fox' };
  const seat = await create(door.url, { agreed, sit, bots, start: true });
  await takeSeat(context, seat, agreed);
  await page.goto(`${door.url}/t/${seat.code}`);
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await page.waitForTimeout(500);
  assert.equal(await chip.count(), 0, 'no game is disturbed');

  await page.goto(door.url);
  await chip.waitFor();
  await Promise.all([page.waitForEvent('load'), chip.click()]);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.locator('main h1').first().waitFor();
  assert.equal(await chip.count(), 0);
  await page.waitForFunction(
    async () =>
      (await caches.keys()).filter((name) => name.includes('shell')).join() ===
      'hexade-shell-newer',
  );
  assert.deepEqual(bad, []);
  await context.close();
});
