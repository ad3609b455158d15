import { describe, expect, it } from 'vitest';
import page from '../index';
import { COLOURS, type Scores, type TrackForm } from '../view';

const scores = (red: number): Scores =>
  Object.fromEntries(COLOURS.map((colour) => [colour, colour === 'r' ? red : 0])) as Scores;
const event = { event: 'place', seat: 1, tile: 'rg', points: [6, 0] };
const sum = (all: number[] | undefined): number => (all ?? [NaN]).reduce((a, b) => a + b, 0);

describe('what a tile has gained', () => {
  it('is what the track could take of it (A10)', () => {
    const track = { row: [0, 1], sign: [1, 1] } as TrackForm;
    const view = (red: number) => ({ track, scores: [scores(9), scores(red)] });
    expect(sum(page.gained?.(event, view(16), view(18)))).toBe(2);
    expect(sum(page.gained?.(event, view(3), view(9)))).toBe(6);
  });

  it('is how far the marker was pulled in the duel, from either side (D1)', () => {
    const track = { row: [0, 0], sign: [1, -1] } as TrackForm;
    const view = (red: number) => ({ track, scores: scores(red) });
    expect(sum(page.gained?.(event, view(4), view(-2)))).toBe(6);
    expect(sum(page.gained?.(event, view(-7), view(-9)))).toBe(2);
  });

  it('is nothing of its own where the event places nothing', () => {
    expect(page.gained?.({ ...event, event: 'exchange' }, {}, {})).toBeUndefined();
  });
});
