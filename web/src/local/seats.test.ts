import { beforeEach, expect, it } from 'vitest';
import { Device } from './testing/device';

const TURNS = { game: 'toy', variant: 'turns', seats: 3 };
const PEOPLE = [
  { name: 'Ada', avatar: 'fox' },
  { name: 'Ben', avatar: 'owl' },
];

let device: Device;
beforeEach(() => void (device = new Device()));

it('adds and removes seats, and starts with whoever is there', async () => {
  const agreed = { game: 'toy', seats: 3 };
  const code = await device.create({ agreed, people: PEOPLE, start: false });
  const page = await device.open(code);
  expect(await page.ask({ t: 'seats', n: 9 })).toMatchObject({ code: 'seats' });
  expect(await page.ask({ t: 'seats', n: 2 })).toMatchObject({ t: 'done' });
  expect(page.last('table').table.seats).toHaveLength(2);
  await page.ask({ t: 'seats', n: 3 });
  expect(await page.ask({ t: 'start' })).toMatchObject({ code: 'free-seats' });
  expect(await page.ask({ t: 'start', fewer: true })).toMatchObject({ t: 'done' });
  expect(page.last('table').table).toMatchObject({ phase: 'playing', agreed: { seats: 2 } });
});

it('moves a page and what it asked along with whoever moves up', async () => {
  const sit = { name: 'Ada', avatar: 'fox', seat: 2 };
  const code = await device.create({ agreed: TURNS, sit, start: false });
  const page = await device.open(code);
  await page.ask({ t: 'bot', seat: 0, bot: 'random' });
  await page.ask({ t: 'bot', seat: 1, bot: 'random' }, 'before');
  expect(await page.ask({ t: 'seats', n: 2, drop: 0 }, 'drop')).toMatchObject({ t: 'done' });
  expect(page.last('seat').seat).toBe(1);
  expect(page.last('table').table.seats.map(({ name }) => name)).toEqual(['random', 'Ada']);
  for (const id of ['before', 'drop'])
    expect(await page.ask({ t: 'seats', n: 2, drop: 0 }, id)).toMatchObject({ t: 'done' });
  expect(await page.ask({ t: 'start' })).toMatchObject({ t: 'done' });
  await device.quiet(); // the bot moves
  expect(page.now).toMatchObject({ waiting: [1], legal: ['low', 'high'] });
});

it('moves a page along when the free seats go before the game', async () => {
  const sit = { name: 'Ada', avatar: 'fox', seat: 2 };
  const code = await device.create({ agreed: TURNS, sit, start: false });
  const page = await device.open(code);
  await page.ask({ t: 'bot', seat: 1, bot: 'random' });
  await page.ask({ t: 'start', fewer: true });
  await device.quiet();
  expect(page.last('seat').seat).toBe(1);
  expect(page.now).toMatchObject({ waiting: [1], legal: ['low', 'high'] });
});

it('keeps the seats of a table from a position', async () => {
  const wish = { agreed: TURNS, people: PEOPLE, line: '2 3 1', start: false };
  const page = await device.open(await device.create(wish));
  expect(await page.ask({ t: 'start', fewer: true })).toMatchObject({ code: 'free-seats' });
  expect(await page.ask({ t: 'seats', n: 2 })).toMatchObject({ code: 'seats' });
});
