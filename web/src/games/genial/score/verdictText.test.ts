import { describe, expect, it } from 'vitest';
import type { TableState } from '../../../wire/messages';
import { headline, worthAlone } from './verdictText';

const table = { seats: [{ name: 'Nina' }] } as unknown as TableState;
const colours = (weakest: number): Record<string, number> => ({
  ...{ r: 20, g: 20, b: 20, o: 20, y: 20 },
  p: weakest,
});
const alone = (n: number): string =>
  headline({ ranks: [1], scores: [colours(n)], reason: 'full' }, table, 0).reason;

describe('a result alone', () => {
  it.each([
    [0, 'start'],
    [5, 'start'],
    [6, 'going'],
    [9, 'going'],
    [10, 'good'],
    [13, 'good'],
    [14, 'great'],
    [17, 'great'],
    [18, 'best'],
    [36, 'best'],
  ])('of %i is called %s', (n, word) => expect(worthAlone(n)).toBe(word));

  it('of 4 gets no praise, and one of 14 does', () => {
    expect(alone(4)).toContain('stands at 4');
    expect(alone(4)).not.toMatch(/well|good|outstanding|!/i);
    expect(alone(14)).toContain('Very well played!');
  });
});
