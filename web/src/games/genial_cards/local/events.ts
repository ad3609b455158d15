/** Turns as they are written to a record, and read back (events.py). */
import { one, total } from '../../../local/bits';
import { CHANCE } from '../../../local/game';
import type { Event, Move, Seat, Setup, Turn } from '../../../local/game';
import { DEAL_TO, dealtTo } from '../../../local/kernelGame';
import type { KernelState } from '../../../local/kernelGame';
import { quoted, readSeat, refusal, unreadable } from '../../../local/reading';
import { chipsOf, COLOURS, HAND } from './cards';
import type { GenialCards } from './game';
import { ANY, KEEP, kindOf, kindsOf, parts, PLAY, RENEW, way } from './notation';

export const ROUND = 15; // the chance move that opens a round
/** Where each event has whole numbers. */
const NUMBERS: Record<string, string[]> = {
  round: ['number', 'start'],
  draw: ['seat'],
  open: ['seat'],
  play: ['seat', 'points', 'steps'],
  discard: ['seat'],
  renew: ['seat'],
  reshuffle: ['cards'],
};
const RULES: Record<string, string> = {
  round: 'E10',
  draw: 'E3',
  open: 'E2',
  play: 'E3',
  discard: 'E3',
  renew: 'E6',
  reshuffle: 'E8',
  result: 'E9',
  turn: 'E3',
  end: 'E9',
};

/** The events of a turn; a draw is written once its last card is drawn. */
export function events(
  game: GenialCards,
  before: KernelState,
  turn: Turn,
  after: KernelState,
): Event[] {
  const [seat, move] = [...turn][0] ?? [CHANCE, 0];
  if (seat === CHANCE) return chanceEvents(game, before, move, after);
  if (move === KEEP) return [];
  if (move !== RENEW) return playEvents(game, before, seat, move, after);
  const shown = game.cards.namesOf(game.table.s.word(before.data, 'hands', seat));
  return [{ event: 'renew', seat, cards: shown }];
}

function chanceEvents(
  game: GenialCards,
  before: KernelState,
  move: Move,
  { data }: KernelState,
): Event[] {
  const { s } = game.table;
  if (move === ROUND)
    return [{ event: 'round', number: s.number(data, 'round'), start: s.number(data, 'start') }];
  const [kind, seat] = [move % DEAL_TO, dealtTo(game.table, before, move)];
  if (game.phase(before) === 'open') return [{ event: 'open', seat, card: game.cards.name(kind) }];
  const last = s.number(before.data, 'pile_size') === 1;
  if (s.number(before.data, 'due') > 1 && !last) return [];
  const drawn = game.cards.namesOf(s.word(before.data, 'drawn') + one(kind));
  const told: Event[] = [{ event: 'draw', seat, cards: drawn }];
  // E8
  if (last) told.push({ event: 'reshuffle', cards: s.number(before.data, 'discard_size') });
  return told;
}

function playEvents(
  game: GenialCards,
  before: KernelState,
  seat: Seat,
  move: Move,
  after: KernelState,
): Event[] {
  const { s } = game.table;
  const { card, order } = parts(game.cards, move);
  const played = { event: 'play', seat, card, order, points: points(game, before, order) };
  const told: Event[] = [{ ...played, steps: steps(game, before, after, seat, order) }];
  if (s.number(after.data, 'discard_size') > s.number(before.data, 'discard_size'))
    told.push({ event: 'discard', seat, card: game.cards.open(game.table, before, seat)[0] });
  return told;
}

/** How many face-up cards show each of two colours (E4). */
export const points = ({ table }: GenialCards, { data }: KernelState, order: string): number[] =>
  [...order].map((colour) => table.s.number(data, 'shown', COLOURS.indexOf(colour)));

/** How many fields the chips of two colours have moved (E5). */
export function steps(
  { table }: GenialCards,
  before: KernelState,
  after: KernelState,
  seat: Seat,
  order: string,
): number[] {
  const [from, to] = [before, after].map(({ data }) => chipsOf(table, data, seat));
  return [...order]
    .map((colour) => COLOURS.indexOf(colour))
    .map((n) => (to?.[n] ?? 0) - (from?.[n] ?? 0));
}

/** The turns that the first event describes. */
export function read(game: GenialCards, state: KernelState, events: readonly Event[]): Turn[] {
  const event = events[0] ?? ({} as Event);
  const kind: unknown = event.event;
  if (kind === 'round') return [new Map([[CHANCE, ROUND]])];
  if (kind === 'reshuffle') throw refusal('reshuffle', 'E8', 'the draw pile has not been used up');
  if (!['draw', 'open', 'play', 'discard', 'renew'].includes(event.event))
    throw unreadable(`the game has no event ${quoted(kind)}`);
  const seat = readSeat(event, state.setup, 'E2');
  if (kind === 'discard')
    throw refusal('discard', 'E3', 'a card is discarded only after one was played');
  if (kind === 'draw') return readDraw(game, state, seat, kindsOf(game.cards, event.cards));
  if (kind === 'open')
    return [new Map([[CHANCE, kindOf(game.cards, event.card) + DEAL_TO * (seat + 1)]])];
  if (kind === 'play') return [new Map([[seat, readPlay(game, state, event)]])];
  kindsOf(game.cards, event.cards);
  return [new Map([[seat, RENEW]])];
}

function readPlay({ cards, table }: GenialCards, state: KernelState, event: Event): Move {
  const kind = kindOf(cards, event.card);
  const asked = way(cards, kind, event.order);
  const turn = table.s.number(state.data, 'turn');
  const matters = table.number('order_matters', state, turn, kind);
  return PLAY + 3 * kind + (matters ? asked : ANY);
}

function readDraw(game: GenialCards, state: KernelState, seat: Seat, drawn: number[]): Turn[] {
  const { s } = game.table;
  const phase = game.phase(state);
  const due = HAND - total(s.word(state.data, 'hands', seat));
  if (phase === 'deal' && !due) throw refusal('draw', 'E2', `seat ${seat} has its hand already`);
  const draws = seat === s.number(state.data, 'turn') && ['offer', 'draw'].includes(phase);
  if (phase !== 'deal' && !draws)
    throw refusal('draw', 'E3', `seat ${seat} has nothing to draw now`);
  const pile = s.number(state.data, 'pile_size');
  const now = Math.min(due, pile);
  if (drawn.length !== now) {
    const text = `seat ${seat} must draw ${now} cards here, not ${drawn.length}`;
    throw refusal('draw', due <= pile ? 'E3' : 'E8', text);
  }
  const to = phase === 'deal' ? DEAL_TO * (seat + 1) : 0;
  const turns = drawn.map((kind): Turn => new Map([[CHANCE, kind + to]]));
  return phase === 'offer' ? [new Map([[seat, KEEP]]), ...turns] : turns;
}

/** An event in its one spelling; throws if it has none. */
export function tidy(game: GenialCards, event: Event): Event {
  const kind: unknown = event.event;
  if (typeof kind === 'object' && kind !== null) throw new Error('no kind of event');
  for (const key of NUMBERS[event.event] ?? [])
    for (const value of [event[key]].flat())
      if (typeof value === 'boolean' || (typeof value === 'number' && !Number.isInteger(value)))
        throw new Error(`${value} is no whole number`);
  const { cards } = game;
  if (event.event === 'play') return forward(game, event);
  if (['open', 'discard'].includes(event.event))
    return { ...event, card: cards.name(kindOf(cards, event.card)) };
  if (!['draw', 'renew'].includes(event.event)) return event;
  const sorted = kindsOf(cards, event.cards).sort((a, b) => a - b);
  return { ...event, cards: sorted.map((kind) => cards.name(kind)) };
}

/** A play as if scored forward; if the order matters, its steps still show it. */
function forward({ cards }: GenialCards, event: Event): Event {
  const kind = kindOf(cards, event.card);
  const card = cards.name(kind);
  let [due, made] = [event.points, event.steps];
  if (event.order !== card) {
    way(cards, kind, event.order);
    [due, made] = [[...(due as unknown[])].reverse(), [...(made as unknown[])].reverse()];
  }
  return { ...event, card, order: card, points: due, steps: made };
}

/** The rule that decides what a kind of event says under a key. */
export function ruleOf({ options }: Setup, event: string, key = ''): string {
  if (event === 'play' && ['order', 'points', 'steps'].includes(key))
    return key === 'steps' ? 'E5' : 'E4';
  if (event === 'result' && (options.rounds ?? 1) > 1) return 'E10';
  return RULES[event] ?? '';
}
