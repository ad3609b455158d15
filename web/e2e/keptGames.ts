/** Games as a browser keeps them, for tests that begin with some, and the file they come in. */
import type { Page } from 'playwright-core';
import type { KeptGame } from '../src/stats/game.ts';
import type { GameInfo, VariantInfo } from '../src/wire/messages.ts';

const DAY_MS = 86_400_000;
const ME = { name: 'Nina', avatar: 'fox', bot: null };
// A few tiles; the tests look at whether there is a board, not at which.
const MOSAIC = 'gg0hg1gh2hh3fg4fh5';

interface Kinds {
  /** A variant of two in turn, with levels. */
  duel: { info: GameInfo; variant: VariantInfo };
  /** A variant for one. */
  alone: { info: GameInfo; variant: VariantInfo };
}

/** Choose from the catalogue what the games are of. */
export function kindsOf(infos: GameInfo[]): Kinds {
  const all = infos.flatMap((info) => info.variants.map((variant) => ({ info, variant })));
  const duel = all.find(
    ({ info, variant }) =>
      info.levels.length && variant.has_start && variant.seats.includes(2) && !variant.teams,
  );
  const alone = all.find(({ variant }) => variant.seats.length === 1 && variant.seats[0] === 1);
  if (!duel || !alone) throw new Error('the catalogue has changed');
  return { duel, alone };
}

/** Seven games: two beaten bots, one lost game, two with people, two alone. */
export function someGames(infos: GameInfo[], now = Date.now()): KeptGame[] {
  const { duel, alone } = kindsOf(infos);
  let n = 0;
  const made = (
    kind: Kinds['duel'],
    other: KeptGame['players'],
    ranks: number[],
    points: number[],
    accuracy?: number,
  ): KeptGame => ({
    id: `LOCAL-TEST${n}A.1`,
    at: now - (9 - n++) * DAY_MS,
    game: kind.info.game,
    variant: kind.variant.variant,
    players: [ME, ...other],
    me: 0,
    ranks,
    points,
    ...(accuracy === undefined ? {} : { accuracy }),
    best: 5 + n,
    colours: [9, 8, 12, 7, 14, 10],
    mosaic: MOSAIC,
  });
  const bot = (level: number): KeptGame['players'] => [
    { name: '', avatar: '', bot: `level${level}` },
  ];
  const person = (name: string): KeptGame['players'] => [{ name, avatar: 'owl', bot: null }];
  return [
    made(duel, bot(1), [1, 2], [8, 6], 70),
    made(duel, bot(1), [1, 2], [9, 6], 74),
    made(alone, [], [1], [4]),
    made(duel, bot(2), [2, 1], [5, 7], 66),
    made(duel, person('Jonas'), [1, 2], [10, 3], 88),
    made(alone, [], [1], [12]),
    made(duel, bot(2), [1, 2], [9, 8], 91),
  ];
}

/** A file of games, as the page would export it. */
export const fileOf = (
  games: KeptGame[],
  format = 'hexade-stats/1',
  kept: Record<string, string> = {},
): { name: string; mimeType: string; buffer: Buffer } => ({
  name: 'hexade.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify({ format, games, kept })),
});

/** Bring games into a browser, by the way that people have. */
export async function bringIn(page: Page, url: string, games: KeptGame[]): Promise<void> {
  await page.goto(`${url}/stats`);
  await page.getByLabel('Import').setInputFiles(fileOf(games));
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await page.getByRole('heading', { name: 'Your play' }).waitFor();
}

/** Put a game into the database of this device as one that was played here to its end. */
export async function endHere(page: Page, kept: KeptGame): Promise<void> {
  const { id, at, game, variant, players, ranks } = kept;
  const ended = { id, at, agreed: { game, variant }, players, result: { ranks }, events: [] };
  await page.evaluate(async (finished) => {
    await new Promise<void>((done, failed) => {
      const request = indexedDB.open('hexade', 1);
      request.onerror = () => failed(new Error('the database failed'));
      request.onupgradeneeded = () => {
        request.result.createObjectStore('tables', { keyPath: 'code' });
        request.result.createObjectStore('games', { keyPath: 'id' });
      };
      request.onsuccess = () => {
        const transaction = request.result.transaction('games', 'readwrite');
        transaction.objectStore('games').put(finished);
        transaction.oncomplete = () => {
          request.result.close();
          done();
        };
      };
    });
  }, ended);
}
