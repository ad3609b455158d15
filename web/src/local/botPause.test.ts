import { beforeEach, describe, expect, it } from 'vitest';
import type { LocalGame } from './game';
import { Device, MemoryStore } from './testing/device';
import type { Page } from './testing/device';
import { TOY } from './testing/toy';

const TURNS = { game: 'toy', variant: 'turns', take_back: false };

let device: Device;
beforeEach(() => void (device = new Device()));

describe('a bot waits until what was played has been seen', () => {
  const moves = (page: Page): number => page.heard.filter(({ t }) => t === 'moved').length;
  /** Begin a game in turns against bots, and make the first move of it. */
  async function begun(bots: string[], agreed: object = {}): Promise<Page> {
    const seats = 1 + bots.length;
    const code = await device.create({ agreed: { ...TURNS, seats, ...agreed }, bots });
    device.pause = 600;
    const page = await device.open(code);
    await page.ask({ t: 'move', v: page.now?.v ?? 0, move: 'low', then: 'keep' });
    return page;
  }

  it('less where it answers the only person, and in full after another bot', async () => {
    const page = await begun(['random', 'random']);
    const before = moves(page);
    await device.pass(239);
    expect(moves(page)).toBe(before);
    await device.pass(1);
    expect(moves(page)).toBe(before + 1);
    await device.pass(599);
    expect(moves(page)).toBe(before + 1);
    await device.pass(1);
    expect(moves(page)).toBe(before + 2);
  });

  it('in full where somebody’s time runs', async () => {
    const page = await begun(['random'], { clock: { turn_s: 60 } });
    const before = moves(page);
    await device.pass(599);
    expect(moves(page)).toBe(before);
    await device.pass(1);
    expect(moves(page)).toBe(before + 1);
  });

  it('and its thinking is part of that', async () => {
    let thinks = 200; // once, though a private choice would have it asked twice
    const legal: LocalGame['legal'] = (state, seat) => {
      if (seat === 1) [device.time, thinks] = [device.time + thinks, 0]; // the bot alone is asked
      return (TOY as LocalGame).legal(state, seat);
    };
    device = new Device(new MemoryStore(), async () => ({ ...TOY, legal }) as LocalGame);
    const page = await begun(['random']);
    const before = moves(page);
    await device.pass(39);
    expect(moves(page)).toBe(before);
    await device.pass(1);
    expect(moves(page)).toBe(before + 1);
  });

  it('and chooses again if the table has changed meanwhile', async () => {
    const code = await device.create({ agreed: { game: 'toy', seats: 2 }, bots: ['random'] });
    device.pause = 600;
    const page = await device.open(code);
    await device.pass(100);
    await page.ask({ t: 'move', v: page.now?.v ?? 0, move: 'low' });
    expect(page.last('chosen').waiting).toEqual([1]);
    await device.pass(140); // its first choice was for a game in which nobody had chosen
    expect(page.heard.filter(({ t }) => t === 'table')).toEqual([]);
    await device.pass(600);
    expect(page.last('table').table.phase).toBe('over');
  });
});
