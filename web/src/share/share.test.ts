import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GamePage } from '../games/contract';
import { language } from '../kit/i18n.svelte';
import type { TableState } from '../wire/messages';
import { INKS, svgOf, type Drawing } from './drawing';
import { hexAt, rowsOf, tileAt } from './hexes';
import { linkPicture, poster } from './layout';
import { subjectOf, type Finished } from './subject';

language.now = 'en';
const page = {
  name: 'toy',
  cards: [],
  tally: () => ({
    label: 'score.weakest',
    sides: [
      { seats: [0], value: 8, rungs: [{ colour: 'red', value: 8 }] },
      { seats: [1], value: 10, rungs: [{ colour: 'blue', value: 10 }] },
    ],
  }),
  mosaic: () => ({ width: 80, height: 80, shapes: hexAt('red', [0, 0], 40) }),
} as unknown as GamePage;
const done: Finished = {
  page,
  table: {
    seats: [
      { name: 'Nina <&>', avatar: 'fox' },
      { name: 'Jonas', avatar: 'owl' },
    ],
  } as unknown as TableState,
  result: { ranks: [2, 1] },
  view: {},
  events: [],
  title: 'Toy',
  date: new Date(2026, 10, 15),
  moves: 39,
};
const texts = ({ shapes }: Drawing): string[] =>
  shapes.flatMap((shape) => ('text' in shape ? [shape.text] : []));

describe('a picture of a finished game', () => {
  it('has the inks of the page', () => {
    const tokens = readFileSync('src/kit/tokens.css', 'utf8');
    for (const [name, ink] of Object.entries(INKS)) expect(tokens).toContain(`--${name}: ${ink};`);
  });

  it('tells who beat whom, when, and after how many moves', () => {
    const subject = subjectOf(done, true);
    expect(subject?.title).toBe('Jonas beats Nina <&>');
    expect(subject?.heading).toBe('Nina <&> & Jonas');
    expect(subject?.foot).toMatch(/^15 November 2026 · 39 moves · /);
    expect(subject?.sides.map(({ value, won }) => [value, won])).toEqual([
      [8, false],
      [10, true],
    ]);
  });

  it('has no name in it where none is wanted', () => {
    const subject = subjectOf(done, false);
    if (!subject) throw new Error('no subject');
    for (const drawing of [linkPicture(subject), poster(subject)]) {
      expect(texts(drawing).join()).not.toMatch(/Nina|Jonas/);
      expect(svgOf(drawing)).not.toMatch(/Nina|Jonas/);
      expect(texts(drawing)).toContain('Toy');
    }
  });

  it('comes in two sizes, and as SVG whose texts are escaped', () => {
    const subject = subjectOf(done, true);
    if (!subject) throw new Error('no subject');
    const [wide, tall] = [linkPicture(subject), poster(subject)];
    expect([wide.width, wide.height, tall.width, tall.height]).toEqual([1200, 630, 1080, 1528]);
    const parsed = new DOMParser().parseFromString(svgOf(tall), 'image/svg+xml');
    expect(parsed.querySelector('parsererror')).toBeNull();
    expect(parsed.documentElement.textContent).toContain('Nina <&> & Jonas');
  });

  it('of a tie names both, and of a game without numbers there is none', () => {
    const tie = subjectOf({ ...done, result: { ranks: [1, 1] } }, true);
    expect(tie?.title).toBe('A tie: Nina <&> and Jonas');
    const none = { ...page, tally: undefined } as unknown as GamePage;
    expect(subjectOf({ ...done, page: none }, true)).toBeNull();
  });
});

describe('hexes', () => {
  it('of a tile are joined under their symbols', () => {
    const shapes = tileAt('red', 'blue', [0, 0], [69, 0], 40);
    const joint = shapes.findIndex((shape) => 'd' in shape && !shape.stroke && !shape.at);
    const symbol = shapes.findIndex((shape) => 'd' in shape && shape.at);
    expect(joint).toBeGreaterThan(0);
    expect(symbol).toBeGreaterThan(joint);
  });

  it('make rows as long as their numbers', () => {
    const rows = rowsOf([
      { colour: 'red', value: 2 },
      { colour: 'green', value: 3 },
    ]);
    const grounds = rows.filter((shape) => 'd' in shape && !shape.at);
    expect(grounds).toHaveLength(5);
  });
});
