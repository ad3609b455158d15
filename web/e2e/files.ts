/** A plain web server for files under a path, as a stranger's static host would be. */
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

export interface FileServer {
  /** Where the page is. */
  url: string;
  /** What was asked for and is not there. */
  missing: string[];
  stop(): Promise<void>;
}

/** Serve a folder under `/some/where/`, and nothing else. */
export async function serveFiles(folder: string): Promise<FileServer> {
  const path = '/some/where/';
  const missing: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const inside = pathname.startsWith(path) ? pathname.slice(path.length) || 'index.html' : '..';
    const file = normalize(inside);
    const read = file.startsWith('..') ? Promise.reject(new Error()) : readFile(join(folder, file));
    read.then(
      (bytes) => {
        const type = TYPES[extname(file)] ?? 'application/octet-stream';
        response.writeHead(200, { 'content-type': type }).end(bytes);
      },
      () => {
        missing.push(pathname);
        response.writeHead(404).end('not found');
      },
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    missing,
    stop: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
