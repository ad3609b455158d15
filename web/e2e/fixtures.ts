/** A server and a browser for the tests of a file, and tables to sit at. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Agreed } from '../src/wire/messages.ts';
import { launch, type Screen } from './browser.ts';
import { Player } from './player.ts';
import { Server } from './server.ts';
import { create, sit, type Seat } from './api.ts';

export interface Fixtures {
  server: Server;
  browser: Browser;
}

/**
 * Set up the fixtures of a file: what it returns is filled before the first test. With settings the
 * server is the file's own, which it may kill; else it is the one of all tests.
 */
export function fixtures(settings?: Record<string, string>): Fixtures {
  const made = {} as Fixtures;
  const served = (): Promise<Server> => (settings ? Server.start(settings) : Server.lent());
  before(async () => {
    [made.server, made.browser] = await Promise.all([served(), launch()]);
  });
  after(async () => {
    await made.browser?.close();
    await made.server?.stop();
  });
  return made;
}

/** A table with so many people and bots for the rest, and a browser for each person. */
export async function table(
  { server, browser }: Fixtures,
  wish: Partial<Agreed> & { game: string; seats: number },
  screens: Screen[],
  bot = 'random',
): Promise<Player[]> {
  const agreed = { take_back: false, ...wish };
  const people = screens.length;
  const first = { agreed, sit: { name: 'Ada', avatar: 'fox' } };
  const bots = Array.from({ length: wish.seats - people }, () => bot);
  const alone = people === 1;
  const seats: Seat[] = [await create(server.url, { ...first, bots, start: alone })];
  const code = seats[0]?.code ?? '';
  while (seats.length < people) seats.push(await sit(server.url, code, `Guest ${seats.length}`));
  const players = await Promise.all(screens.map((screen) => Player.come(browser, screen)));
  for (const [n, seat] of seats.entries()) await players[n]?.join(server.url, seat, agreed);
  if (!alone) await players[0]?.page.getByRole('button', { name: 'Start the game' }).click();
  return players;
}

/** Check that every page shows the result without errors, and close all browsers. */
export async function finish(players: Player[]): Promise<void> {
  for (const player of players) {
    await player.over();
    assert.deepEqual(player.bad, []);
    await player.leave();
  }
}
