import { describe, expect, it } from 'vitest';
import { between, plot, spread, stair, steps } from './plot';

const line = (values: number[]) => ({ label: '', seats: [0], values });

describe('the graph', () => {
  it('numbers round steps', () => {
    expect(steps(0, 11, 6)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(steps(-9, 9, 5)).toEqual([-5, 0, 5]);
    expect(steps(0, 42, 8)).toEqual([0, 10, 20, 30, 40]);
  });

  it('puts higher values higher and later frames further right', () => {
    const box = plot([line([0, 4, 8])], 400, 200);
    expect(box.y(8)).toBeLessThan(box.y(4));
    expect(box.x(2)).toBeGreaterThan(box.x(1));
    expect(box.x(2)).toBe(box.right);
  });

  it('has room for values below zero', () => {
    const box = plot([line([0, -9, 3])], 400, 200);
    expect(box.y(-9)).toBe(box.bottom);
  });

  it('draws step lines, and shades where one is ahead', () => {
    const box = plot([line([0, 2]), line([0, 1])], 400, 200);
    expect(stair(box, [0, 2])).toMatch(/^M30\.0,174\.0H356\.0V\d/);
    const [first, second] = between(box, [2, 2], [1, 1]);
    expect(first?.d).not.toBe('');
    expect(second?.d).toBe('');
  });

  it('keeps labels apart', () => {
    expect(spread([10, 12, 40], 20, 0, 100)).toEqual([10, 30, 50]);
    expect(spread([95, 96], 20, 0, 100)).toEqual([80, 100]);
  });
});
