/** A picture as a list of shapes, drawn once as SVG and once onto a canvas, so that both are the same. */

export interface PathShape {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  /** Where its 0,0 lies, and how much larger it is drawn. */
  at?: readonly [x: number, y: number, scale: number];
}
export interface TextShape {
  text: string;
  x: number;
  y: number;
  size: number;
  weight: number;
  fill: string;
  family?: 'disp' | 'ui';
  anchor?: 'start' | 'middle' | 'end';
  /** More room between its letters, in pixels. */
  spacing?: number;
}
export interface ImageShape {
  href: string;
  x: number;
  y: number;
  size: number;
}
export type Shape = PathShape | TextShape | ImageShape;

export interface Drawing {
  width: number;
  height: number;
  ground: string;
  shapes: Shape[];
}

/** The inks of drawings that leave the page: there are no variables of a style sheet. */
export const INKS = {
  red: '#dc3a50',
  green: '#5cd9b0',
  blue: '#0f7acf',
  orange: '#e99128',
  yellow: '#fff478',
  purple: '#dcacfe',
} as const;

const FAMILIES = {
  disp: "'Bricolage Grotesque Variable','Bricolage Grotesque',system-ui,sans-serif",
  ui: "'Figtree Variable',Figtree,system-ui,sans-serif",
};

const isText = (shape: Shape): shape is TextShape => 'text' in shape;
const isImage = (shape: Shape): shape is ImageShape => 'href' in shape;

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
const n = (value: number): string => String(Math.round(value * 100) / 100);

function attributes(values: Record<string, string | number | undefined>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

function pathMarkup({ d, fill = 'none', stroke, width, opacity, at }: PathShape): string {
  const transform = at && `translate(${n(at[0])},${n(at[1])}) scale(${n(at[2] * 1000)}e-3)`;
  return `<path${attributes({
    d,
    fill,
    'fill-rule': 'evenodd',
    stroke,
    'stroke-width': width,
    'stroke-linejoin': stroke && 'round',
    opacity,
    transform,
  })}/>`;
}

function textMarkup(shape: TextShape): string {
  const { text, x, y, size, weight, fill, family = 'ui', anchor, spacing } = shape;
  return `<text${attributes({
    x: n(x),
    y: n(y),
    'font-size': n(size),
    'font-weight': weight,
    'font-family': FAMILIES[family],
    fill,
    'text-anchor': anchor,
    'letter-spacing': spacing,
  })}>${escaped(text)}</text>`;
}

const imageMarkup = ({ href, x, y, size }: ImageShape, data: ReadonlyMap<string, string>): string =>
  `<image${attributes({ href: data.get(href) ?? href, x: n(x), y: n(y), width: n(size), height: n(size) })}/>`;

/** Return a drawing as the text of an SVG file; images by their addresses as data. */
export function svgOf(drawing: Drawing, data: ReadonlyMap<string, string> = new Map()): string {
  const { width, height, ground, shapes } = drawing;
  const inside = shapes.map((shape) => {
    if (isText(shape)) return textMarkup(shape);
    return isImage(shape) ? imageMarkup(shape, data) : pathMarkup(shape);
  });
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>`,
    `<rect width="${width}" height="${height}" fill="${ground}"/>`,
    ...inside,
    '</svg>',
  ].join('\n');
}

/** The addresses of the images in a drawing. */
const addresses = ({ shapes }: Drawing): string[] => [
  ...new Set(shapes.filter(isImage).map(({ href }) => href)),
];

async function dataUrlOf(address: string): Promise<string> {
  const blob = await (await fetch(address)).blob();
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(new Error(`cannot read ${address}`));
    reader.readAsDataURL(blob);
  });
}

/** Return a drawing as an SVG file that needs no other file. */
export async function svgFile(drawing: Drawing): Promise<Blob> {
  const found = await Promise.all(
    addresses(drawing).map(async (one) => [one, await dataUrlOf(one)] as const),
  );
  return new Blob([svgOf(drawing, new Map(found))], { type: 'image/svg+xml' });
}

async function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

function paintPath(pen: CanvasRenderingContext2D, shape: PathShape): void {
  const { d, fill, stroke, width = 1, opacity = 1, at } = shape;
  pen.save();
  if (at) {
    pen.translate(at[0], at[1]);
    pen.scale(at[2], at[2]);
  }
  pen.globalAlpha = opacity;
  pen.lineJoin = 'round';
  const path = new Path2D(d);
  if (fill && fill !== 'none') {
    pen.fillStyle = fill;
    pen.fill(path, 'evenodd');
  }
  if (stroke) {
    [pen.strokeStyle, pen.lineWidth] = [stroke, width];
    pen.stroke(path);
  }
  pen.restore();
}

function paintText(pen: CanvasRenderingContext2D, shape: TextShape): void {
  const { text, x, y, size, weight, fill, family = 'ui', anchor = 'start', spacing = 0 } = shape;
  pen.font = `${weight} ${size}px ${FAMILIES[family]}`;
  if ('letterSpacing' in pen) pen.letterSpacing = `${spacing}px`;
  pen.textAlign = anchor === 'middle' ? 'center' : anchor;
  pen.fillStyle = fill;
  pen.fillText(text, x, y);
}

/** Return a drawing as a PNG file, in the fonts of the page. */
export async function pngFile(drawing: Drawing): Promise<Blob> {
  const { width, height, ground, shapes } = drawing;
  const images = new Map(
    await Promise.all(addresses(drawing).map(async (one) => [one, await loadImage(one)] as const)),
  );
  await document.fonts?.ready;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws no pictures');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  for (const shape of shapes) {
    if (isText(shape)) paintText(pen, shape);
    else if (isImage(shape)) {
      const image = images.get(shape.href);
      if (image) pen.drawImage(image, shape.x, shape.y, shape.size, shape.size);
    } else paintPath(pen, shape);
  }
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'),
  );
}
