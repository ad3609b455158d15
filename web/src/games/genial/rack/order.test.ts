import { expect, it } from 'vitest';
import { arranged, moved, sorted } from './order';

const slots = ['ry', 'bb', 'go'].map((tile, id) => ({ id, tile }));
const tiles = (found: { tile: string }[]): string[] => found.map((slot) => slot.tile);

it('what stays keeps its place, what comes fills the gap', () => {
  expect(tiles(arranged(slots, ['bb', 'pp', 'ry'], 3))).toEqual(['ry', 'bb', 'pp']);
  expect(tiles(arranged(slots, ['go', 'ry'], 3))).toEqual(['ry', 'go']);
});

it('two of a kind are two', () => {
  const twice = arranged([], ['bb', 'bb'], 0);
  expect(new Set(twice.map((slot) => slot.id)).size).toBe(2);
  expect(arranged(twice, ['bb'], 2)).toHaveLength(1);
});

it('a tile can be put anywhere', () => {
  expect(tiles(moved(slots, 0, 2))).toEqual(['bb', 'go', 'ry']);
  expect(tiles(moved(slots, 2, -1))).toEqual(['go', 'ry', 'bb']);
});

it('sorted by the weakest colour', () => {
  const scores = { r: 9, g: 3, b: 0, o: 1, y: 9, p: 9 };
  expect(tiles(sorted(slots, scores))).toEqual(['bb', 'go', 'ry']);
});
