/** The board in words, for screen readers and for everybody who asks by a key. */
import { t } from '../../kit/i18n.svelte';
import { capital } from '../shared/speak';
import type { GenialModel, Laid } from './model.svelte';
import type { Forecast } from './board/forecast';
import { gainsLaid, gainsOf } from './board/forecast';
import { DIRECTIONS } from './board/geometry';
import type { Direction } from './board/geometry';
import type { Gift } from './notice/gifts.svelte';
import { pulled, scoresOf } from './score/scores';
import { linesRound, longest } from './board/lines';
import type { Line } from './board/lines';
import { COLOURS, ascending, colourName, halves, symbolName, weakest } from './view';

export const way = (heading: Direction): string => t(`dir.${DIRECTIONS[heading]}`);
const sentence = (text: string): string => (text ? `${capital(text)}.` : '');

/** Return the name of a tile: its two symbols. */
export function tileName(tile: string): string {
  const [a, b] = halves(tile);
  return a === b
    ? t('genial.tile.double', { symbol: symbolName(a) })
    : t('genial.tile.pair', { symbol: symbolName(a), other: symbolName(b) });
}

/** Return that a tile is back on the rack. */
export const downText = (tile: string): string =>
  t('genial.say.down', { tile: capital(tileName(tile)) });

function lineText(line: Line): string {
  return sentence(
    t('sr.line', { symbol: symbolName(line.colour), dir: way(line.heading), n: line.length }),
  );
}

/** Return the name of a cell: where it is, what lies there, and, if free, the lines round it. */
export function cellName(model: GenialModel, name: string): string {
  const colour = model.view.cells[name];
  const row = name.charAt(0);
  if (colour) {
    const printed = model.printed.has(name) ? ` ${t('genial.cell.printed')}` : '';
    return sentence(t('sr.cell.taken', { r: row, c: name, symbol: symbolName(colour) })) + printed;
  }
  const free = sentence(t('sr.cell.free', { r: row, c: name }));
  if (model.dead.has(name)) return `${free} ${sentence(t('score.deadCell'))}`;
  return [free, ...linesRound(model.view.cells, model.board, name).map(lineText)].join(' ');
}

/** Return the lines round a cell, for the key that scans them. */
export function scan(model: GenialModel, cell: string): string {
  const lines = linesRound(model.view.cells, model.board, cell).map(lineText);
  return `${cell}: ${lines.join(' ') || t('genial.scan.none')}`;
}

/** Return what a forecast says: points by colour, the new weakest, bonus turns. */
export function forecastText(found: Forecast, shared: boolean): string {
  const gains = gainsOf(found).map(({ colour, steps, lost }) =>
    t('genial.say.plus', { colour: colourName(colour), n: steps, lost }),
  );
  const parts = [gains.join(', ') || t('genial.say.nothing')];
  if (!shared && found.weakest > found.weakestBefore)
    parts.push(t('genial.say.weakest', { n: found.weakest }));
  if (found.bonus.length) parts.push(t('genial.say.bonus'));
  return parts.map(sentence).join(' ');
}

/** Return where the lifted tile hovers and what it would bring, or why it cannot lie there. */
export function ghostText(model: GenialModel): string {
  const { hand } = model;
  if (hand.refused) return whyText(model, hand.refused);
  const { spot } = hand;
  if (!spot) return '';
  const [first, second] = halves(spot.tile);
  const where = t('genial.say.ghost', {
    symbol: symbolName(first),
    other: symbolName(second),
    cell: spot.cell,
    dir: way(spot.heading),
  });
  const why = hand.possible ? '' : whyText(model, spot.cell);
  const more = hand.forecast ? forecastText(hand.forecast, model.view.track.shared) : why;
  const swap = hand.forecast?.exchange ? t('genial.say.mayExchange') : '';
  return `${where} ${more} ${swap}`.trim();
}

/** Return what a placement would open for the next player. */
export function giftText(gift: Gift, names: readonly string[]): string {
  return t('genial.gift.say', {
    n: gift.steps,
    name: names[gift.seat] ?? '',
    tile: tileName(gift.tile),
    a: gift.cells[0],
    b: gift.cells[1],
  });
}

/** Return why no tile can lie on a cell. */
export function whyText(model: GenialModel, cell: string): string {
  const why = model.why(cell);
  if (!why) return t('genial.why.heading');
  return t(`place.why.${why}`, { n: model.view.seats });
}

/** Return the rule by which no tile can lie on a cell. */
export function whyRule(model: GenialModel, cell: string): string {
  const why = model.why(cell);
  return why === 'first' ? 'A7' : why === 'outside' ? 'A1' : 'A6';
}

/** Return a seat's markers, the weakest first. */
export function tracksText(model: GenialModel, seat: number): string {
  const scores = scoresOf(model.view, seat);
  const each = ascending(scores).map((colour) => `${colourName(colour)} ${scores[colour]}`);
  const { shared } = model.view.track;
  const head = shared
    ? t('genial.say.pulled', { n: pulled(scores) })
    : t('genial.say.weakestIs', { n: weakest(scores).value });
  return `${model.names[seat] ?? ''}: ${head}. ${each.join(', ')}.`;
}

/** Return all tracks in words, one's own first. */
export function allTracks(model: GenialModel): string {
  const { row, shared } = model.view.track;
  const me = model.seat ?? 0;
  const seats = [me, ...row.map((_, seat) => seat).filter((seat) => seat !== me)];
  const seen = new Set<number>();
  return seats
    .filter((seat) => shared || !seen.has(row[seat] ?? seat))
    .map((seat) => (seen.add(row[seat] ?? seat), tracksText(model, seat)))
    .join(' ');
}

/** Return the board in a few words: the longest line of each colour, free cells, bag. */
export function summary(model: GenialModel): string {
  const best = longest(model.view.cells, model.board);
  const lines = COLOURS.map((colour) => `${colourName(colour)} ${best.get(colour) ?? 0}`);
  return [
    t('genial.say.longest', { lines: lines.join(', ') }),
    t('genial.free', { n: model.free }),
    t('genial.bag', { n: model.view.bag }),
  ]
    .map(sentence)
    .join(' ');
}

/** Return a placement as a sentence. */
export function placedText(laid: Laid, names: readonly string[], me: number | null): string {
  const each = gainsLaid(laid.tile, laid.points).map(([colour, points]) =>
    t('genial.say.plus', { colour: colourName(colour), n: points, lost: 0 }),
  );
  return t(laid.seat === me ? 'genial.say.placedMine' : 'genial.say.placed', {
    name: names[laid.seat] ?? '',
    tile: tileName(laid.tile),
    a: laid.cells[0],
    b: laid.cells[1],
    gains: each.join(', ') || t('genial.say.nothing'),
  });
}
