import { describe, expect, it } from 'vitest';
import moments from '../testing/moments.json';
import { COLOURS, seen, type ByColour, type View } from '../view';
import { badOf, baysOf, chancesOf, edgesOf, percents, sum } from './odds';
import { lostIn, turnsOf, twice } from './turns';

const view = (n: number): View => seen(moments[n]?.now.view as Record<string, unknown>);
const tiles = (...n: number[]): ByColour =>
  Object.fromEntries(COLOURS.map((colour, i) => [colour, n[i] ?? 0])) as ByColour;

describe('per cent', () => {
  it('add up to 100, the largest remainders rounded up', () => {
    expect(percents(tiles(1, 1, 1))).toEqual(tiles(34, 33, 33));
    expect(percents(tiles(8, 6, 6, 7, 9, 12))).toEqual(tiles(17, 12, 12, 15, 19, 25));
    expect(percents(tiles())).toEqual(tiles());
    for (const { now } of moments) expect(sum(percents(seen(now.view as never).left))).toBe(100);
  });

  it('of the bad colours add up to the number on the pile, which is the exact chance', () => {
    for (const [n, { now }] of moments.entries()) {
      const { each, bad } = chancesOf(view(n));
      expect(badOf(view(n)).reduce((total, colour) => total + each[colour], 0)).toBe(bad);
      // Each colour is rounded by less than one.
      const exact = (100 * now.view.odds.bad) / now.view.pile;
      expect(Math.abs(bad - exact)).toBeLessThan(2);
    }
  });
});

describe('the bays', () => {
  it('G2: a colour in the middle is good, one turned up or absent is bad', () => {
    const bays = Object.fromEntries(baysOf(view(11)).map((bay) => [bay.colour, bay]));
    expect(bays.b).toMatchObject({ is: 'good', lying: 1, brings: 0 });
    expect(bays.p).toMatchObject({ is: 'up', lying: 2, brings: 3 });
    expect(bays.r).toMatchObject({ is: 'absent', lying: 0, brings: 0 });
  });

  it('the pile gets lower', () => {
    const low = (pile: number): View => ({ ...view(13), pile, owned: [tiles(99)] });
    expect(edgesOf(view(0))).toBe(8);
    expect([edgesOf(low(1)), edgesOf(low(0))]).toEqual([1, 0]);
  });
});

describe('turns', () => {
  const turns = turnsOf(moments.at(-1)?.events as never);

  it('end by stopping or by a bad tile, with what that brought or cost', () => {
    expect(turns.map(({ seat, end, up }) => `${seat} ${end} ${up.join('')}`)).toEqual([
      '0 bad y',
      '1 stop yp',
      '2 bad p',
      '0 bad py',
      '1 stop oy',
      '2 bad py',
      '0 null y',
    ]);
    expect(turns.map(lostIn)).toEqual([0, 0, 0, 1, 0, 1, 0]);
    expect(turns[1]?.taken).toEqual(['y', 'y', 'p', 'p']);
  });

  it('tell a colour that came twice from one that is not in the middle', () => {
    expect(twice({ up: ['r', 'g', 'r'] })).toBe(true);
    expect(twice({ up: ['r', 'g', 'b'] })).toBe(false);
  });
});
