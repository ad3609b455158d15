/** Before all tests: one server for those files that need none of their own; after them it ends. */
import { LENT, Server } from './server.ts';

let server: Server;

export async function globalSetup(): Promise<void> {
  server = await Server.start();
  process.env[LENT] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server.stop();
}
