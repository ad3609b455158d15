/** The pictures of a finished game: one for links and messages, and a poster. */
import { drawingUrl } from '../kit/drawingUrl';
import { corners, hex } from '../kit/shapes';
import { widest } from '../kit/textWidth';
import { INKS, type Drawing, type Shape } from './drawing';
import { hexAt } from './hexes';
import type { Side, Subject } from './subject';

const LIGHT = {
  ground: '#f4eee2',
  text: '#211d2b',
  muted: '#655d6e',
  soft: '#8f8595',
  line: '#c9bca5',
};
export const DARK = {
  ground: '#201b2e',
  text: '#f5f0e6',
  muted: '#cbc2d6',
  soft: '#8a8199',
  line: '#4b4460',
};
type Inks = typeof LIGHT;

/** The size of a text that must not be wider than so many pixels. */
export const fitting = (text: string, most: number, size: number): number =>
  Math.min(size, most / widest([text]));

/** The mark of the page, with its middle at a point. */
export function logo(x: number, y: number, size: number): Shape[] {
  const ring = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const;
  const scale = size / 108;
  return [
    { d: hex(0, 0, 52, 12), fill: '#2f2a40', at: [x, y, scale] },
    ...corners(0, 0, 26).map(([dx, dy], i) => ({
      d: 'M-11,0a11,11 0 1 0 22,0a11,11 0 1 0 -22,0Z',
      fill: INKS[ring[i] ?? 'red'],
      at: [x + dx * scale, y + dy * scale, scale] as const,
    })),
  ];
}

/** A person on a paper square, or a bot on a dark hexagon, with its middle at a point. */
function face({ animal, bot }: Side['faces'][number], x: number, y: number, size: number): Shape[] {
  const half = size / 2;
  const r = size * 0.3;
  const edge = size - 2 * r;
  const ground: Shape = bot
    ? { d: hex(x, y, half * 1.04, size * 0.12), fill: '#17141f', stroke: '#c9b36a', width: 2.5 }
    : {
        d: `M${x - half + r},${y - half}h${edge}a${r},${r} 0 0 1 ${r},${r}v${edge}a${r},${r} 0 0 1 ${-r},${r}h${-edge}a${r},${r} 0 0 1 ${-r},${-r}v${-edge}a${r},${r} 0 0 1 ${r},${-r}Z`,
        fill: '#f4ede0',
        stroke: '#ded4c2',
        width: 1.5,
      };
  const inner = size * (bot ? 0.62 : 0.72);
  const href = drawingUrl('fluent-emoji-flat', animal);
  return [ground, { href, x: x - inner / 2, y: y - inner / 2, size: inner }];
}

/** The faces of a side beside each other, from a left edge. */
const facesAt = (side: Side, left: number, y: number, size: number): Shape[] =>
  side.faces.flatMap((one, n) => face(one, left + size / 2 + n * size * 0.8, y, size));
const widthOf = (side: Side, size: number): number => size + (side.faces.length - 1) * size * 0.8;

/** Shapes drawn round 0,0, fitted into a box. */
export function fitted(
  { shapes, width, height }: Subject['mosaic'],
  [x, y, w, h]: readonly [number, number, number, number],
): Shape[] {
  const scale = Math.min(w / width, h / height);
  return shapes.map((shape): Shape => {
    if ('text' in shape) return shape;
    if ('href' in shape) {
      const { size } = shape;
      return { ...shape, x: x + shape.x * scale, y: y + shape.y * scale, size: size * scale };
    }
    const [ax, ay, k] = shape.at ?? [0, 0, 1];
    return { ...shape, at: [x + ax * scale, y + ay * scale, k * scale] };
  });
}

/** Two sides: face, number, colon, number, face; returns its shapes round a middle. */
function duel(
  [a, b]: readonly [Side, Side],
  middle: number,
  y: number,
  size: number,
  inks: Inks,
): Shape[] {
  const number = (side: Side, x: number, anchor: 'start' | 'end'): Shape => ({
    text: String(side.value),
    x,
    y: y + size * 0.36,
    size,
    weight: 800,
    family: 'disp',
    fill: inks.text,
    anchor,
  });
  const gap = size * 0.32;
  const digits = (side: Side): number => String(side.value).length * size * 0.6;
  const avatar = size * 0.92;
  return [
    number(a, middle - gap, 'end'),
    {
      text: ':',
      x: middle,
      y: y + size * 0.3,
      size: size * 0.9,
      weight: 800,
      family: 'disp',
      fill: inks.soft,
      anchor: 'middle',
    },
    number(b, middle + gap, 'start'),
    ...facesAt(a, middle - gap - digits(a) - gap * 0.6 - widthOf(a, avatar), y, avatar),
    ...facesAt(b, middle + gap + digits(b) + gap * 0.6, y, avatar),
  ];
}

/** Sides in rows: face, name and number. */
function rows(
  sides: readonly Side[],
  [x, y, w]: readonly number[],
  step: number,
  inks: Inks,
): Shape[] {
  const size = step * 0.78;
  return sides.flatMap((side, n) => {
    const at = (y ?? 0) + n * step;
    const left = (x ?? 0) + widthOf(side, size) + size * 0.3;
    const room = (w ?? 0) - (left - (x ?? 0)) - size * 1.5;
    return [
      ...facesAt(side, x ?? 0, at, size),
      {
        text: side.name,
        x: left,
        y: at + size * 0.2,
        size: fitting(side.name, room, size * 0.56),
        weight: side.won ? 800 : 600,
        family: 'disp' as const,
        fill: side.won ? inks.text : inks.muted,
      },
      {
        text: String(side.value),
        x: (x ?? 0) + (w ?? 0),
        y: at + size * 0.26,
        size: size * 0.74,
        weight: 800,
        family: 'disp' as const,
        fill: inks.text,
        anchor: 'end' as const,
      },
    ];
  });
}

/** One line of colours from weakest to strongest. */
function rungs(side: Side, x: number, y: number, first: boolean, inks: Inks): Shape[] {
  return (side.rungs ?? []).flatMap(({ colour, value }, n) => [
    ...hexAt(colour, [x + n * 63, y], 13),
    {
      text: String(value),
      x: x + 18 + n * 63,
      y: y + 7,
      size: 20,
      weight: n === 0 ? 800 : 650,
      fill: n === 0 && first ? inks.text : inks.muted,
    },
  ]);
}

const two = (sides: readonly Side[]): readonly [Side, Side] | null =>
  sides.length === 2 && sides[0] && sides[1] ? [sides[0], sides[1]] : null;

/** The picture for links and messages, 1200 × 630, on lacquer. */
export function linkPicture(subject: Subject): Drawing {
  const { sides, title, foot } = subject;
  const pair = two(sides);
  const shapes: Shape[] = [
    ...fitted(subject.mosaic, [343, 315, 590, 530]),
    ...logo(712, 79, 42),
    { text: 'Hexade', x: 750, y: 88, size: 29, weight: 750, family: 'disp', fill: DARK.text },
    {
      text: title,
      x: 691,
      y: pair || sides.length === 1 ? 360 : 176,
      size: fitting(title, 460, 50),
      weight: 800,
      family: 'disp',
      fill: DARK.text,
    },
    { text: foot, x: 691, y: 573, size: fitting(foot, 470, 20), weight: 550, fill: DARK.muted },
  ];
  if (pair) {
    shapes.push(...duel(pair, 915, 249, 84, DARK));
    pair.forEach((side, n) => shapes.push(...rungs(side, 703, 404 + n * 36, n === 0, DARK)));
  } else if (sides.length === 1 && sides[0]) {
    shapes.push(
      ...rows(sides, [691, 250, 440], 96, DARK),
      ...rungs(sides[0], 703, 410, true, DARK),
    );
  } else {
    const step = Math.min(70, 330 / sides.length);
    shapes.push(...rows(sides, [691, 236, 440], step, DARK));
  }
  return { width: 1200, height: 630, ground: DARK.ground, shapes };
}

/** The poster, 1080 × 1528, on paper. */
export function poster(subject: Subject): Drawing {
  const { sides, game, heading, foot } = subject;
  const pair = two(sides);
  const caption = game.toLocaleUpperCase();
  const shapes: Shape[] = [
    {
      text: caption,
      x: 540,
      y: 101,
      size: 20,
      weight: 650,
      fill: LIGHT.muted,
      anchor: 'middle',
      spacing: 4,
    },
    {
      text: heading,
      x: 540,
      y: 197,
      size: fitting(heading, 920, 84),
      weight: 800,
      family: 'disp',
      fill: LIGHT.text,
      anchor: 'middle',
    },
    { d: 'M76,1399H1004', stroke: LIGHT.line, width: 1.5 },
    ...logo(96, 1443, 40),
    { text: 'Hexade', x: 130, y: 1451, size: 23, weight: 750, family: 'disp', fill: LIGHT.text },
    {
      text: foot,
      x: 1004,
      y: 1450,
      size: fitting(foot, 680, 21),
      weight: 500,
      fill: LIGHT.muted,
      anchor: 'end',
    },
  ];
  const low = pair ? 1200 : Math.min(1180, 1340 - sides.length * 74);
  shapes.push(...fitted(subject.mosaic, [540, (250 + low) / 2, 920, low - 290]));
  if (pair) shapes.push(...duel(pair, 540, 1305, 112, LIGHT));
  else shapes.push(...rows(sides, [200, low + 50, 680], 74, LIGHT));
  return { width: 1080, height: 1528, ground: LIGHT.ground, shapes };
}
