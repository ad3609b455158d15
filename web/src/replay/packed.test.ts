// @vitest-environment node
import { expect, it } from 'vitest';
import { pack, PACKED, unpack } from './packed';

const record = JSON.stringify({ seats: ['Zoë', 'bot:level3'], events: Array(80).fill({ a: 1 }) });

it('packs a record into letters that an address can hold', async () => {
  const part = await pack(`${record}\n`);
  expect(part.startsWith(PACKED)).toBe(true);
  expect(encodeURIComponent(part)).toBe(part);
  expect(part.length).toBeLessThan(record.length / 3);
  expect(await unpack(part)).toBe(record);
});

it('refuses what was damaged', async () => {
  const part = await pack(record);
  await expect(unpack(part.slice(0, -9))).rejects.toThrow();
  await expect(unpack(`${PACKED}%%`)).rejects.toThrow();
});
