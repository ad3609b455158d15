import { describe, expect, it } from 'vitest';
import { forecast, gainsOf } from './forecast';
import { geometry } from './geometry';
import { spotOf } from './moves';
import { moved, scoresOf } from '../score/scores';
import { CASES, position } from '../testing/table';

describe('a forecast says what the rules will do', () => {
  for (const [name, { seat, view, preview, brings }] of Object.entries(CASES))
    for (const brought of brings)
      it(`${name}: ${brought.move}`, () => {
        const board = geometry(view.side);
        const spot = spotOf(brought.move, board);
        if (!spot) throw new Error('unreadable');
        const found = forecast(spot, preview, view, board, seat);
        expect(found.total).toBe(brought.points[0] + brought.points[1]);
        expect(found.after).toEqual(scoresOf({ ...view, scores: brought.scores }, seat));
        expect(found.bonus).toHaveLength(brought.earns);
        const gone = moved(view, { ...view, scores: brought.scores }, seat);
        const gains = gainsOf(found);
        const sum = (values: number[]): number => values.reduce((all, one) => all + one, 0);
        expect(sum(gains.map(({ steps }) => steps))).toBe(sum(gone));
        expect(sum(gains.map(({ lost }) => lost))).toBe(found.total - sum(gone));
        const cells = found.beams.flatMap((beam) => beam.cells);
        expect(cells).toHaveLength(found.total);
        for (const beam of found.beams)
          for (const cell of beam.cells) expect(view.cells[cell]).toBe(beam.colour);
      });
});

it('points on a full colour are lost', () => {
  const { seat, view, preview } = position('base2');
  const spot = spotOf('pg e6 f6', geometry(view.side));
  if (!spot) throw new Error('unreadable');
  const found = forecast(spot, preview, view, geometry(view.side), seat);
  expect(gainsOf(found)).toEqual([{ colour: 'g', steps: 0, lost: 3 }]);
});

it('a tile turned round brings the same', () => {
  const { seat, view, preview, brings } = position('base2');
  const board = geometry(view.side);
  for (const { move } of brings) {
    const [tile = '', a, b] = move.split(' ');
    const one = spotOf(move, board);
    const two = spotOf(`${tile[1]}${tile[0]} ${b} ${a}`, board);
    if (!one || !two) throw new Error('unreadable');
    expect(forecast(one, preview, view, board, seat).after).toEqual(
      forecast(two, preview, view, board, seat).after,
    );
  }
});
