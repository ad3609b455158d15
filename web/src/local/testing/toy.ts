/**
 * The toy of tests/toys.py as a LocalGame: chance, a secret, and choices made at the same time. Its
 * other variant has turns: who says `high` with a card of 3 may swap, which nobody else may know.
 */
import type { GameInfo } from '../../wire/messages';
import { CHANCE, Refusal } from '../game';
import type { Event, LocalGame, Move, Seat, Setup, Turn } from '../game';

const WORDS = ['low', 'high', 'pass', 'keep', 'swap'];
const KEEP = 3;
const SWAP = 4;

interface State {
  setup: Setup;
  cards: number[];
  /** What each seat said, and what it scored, by seat. */
  said: (Move | null)[];
  points: number[];
  /** With turns: who has a private choice, and who draws. */
  offered: Seat | null;
  drawer: Seat | null;
}

interface Known {
  setup: Setup;
  seat: Seat;
  dealt: number;
  card: number | null;
  said: (Move | null)[];
  offer: boolean;
  cards: number;
}

const inTurns = ({ variant }: Setup): boolean => variant === 'turns';
const spoken = ({ said }: State): number => said.filter((word) => word !== null).length;
const next = (state: State): Seat => (state.setup.start + spoken(state)) % state.setup.seats;

function acting(state: State): Seat[] {
  const { setup, cards, said, offered, drawer } = state;
  if (cards.length < setup.seats || drawer !== null) return [CHANCE];
  if (said.every((word) => word !== null)) return offered === null ? [] : [offered];
  if (offered !== null) return [offered];
  return inTurns(setup) ? [next(state)] : Array.from({ length: setup.seats }, (_, n) => n);
}

function spoke(state: State, seat: Seat, word: Move): State {
  const card = state.cards[seat] ?? 0;
  if (word === KEEP) return { ...state, offered: null, drawer: seat };
  const points = [...state.points];
  if (word === SWAP) {
    points[seat] = (points[seat] ?? 0) + 5;
    return { ...state, points, offered: null, drawer: seat };
  }
  const said = [...state.said];
  said[seat] = word;
  points[seat] = [1, card, 0][word] ?? 0;
  if (!inTurns(state.setup)) return { ...state, said, points };
  const offers = word === 1 && card === 3;
  return { ...state, said, points, offered: offers ? seat : null, drawer: offers ? null : seat };
}

export const TOY: LocalGame<State, Known> = {
  name: 'toy',
  declining: KEEP,

  begin: (setup) => ({
    setup,
    cards: [],
    said: Array.from({ length: setup.seats }, () => null),
    points: Array.from({ length: setup.seats }, () => 0),
    offered: null,
    drawer: null,
  }),
  toAct: acting,
  seenToAct: (state) => (state.offered === null ? acting(state) : [CHANCE]),
  legal: (state, seat) => {
    if (seat < 0 || !acting(state).includes(seat)) return [];
    return state.offered === seat ? [KEEP, SWAP] : [0, 1];
  },
  whyNot: (state, seat, move) => {
    const legal = seat === CHANCE ? [1, 2, 3] : TOY.legal(state, seat);
    return legal.includes(move) ? null : { code: 'no-word', rule: 'T1', text: 'say low or high' };
  },
  chances: (state) => (acting(state)[0] === CHANCE ? [1, 2, 3].map((card) => [card, 1]) : []),
  apply: (state, turn) => {
    const card = turn.get(CHANCE);
    if (card !== undefined) {
      if (state.drawer === null) return { ...state, cards: [...state.cards, card] };
      const cards = state.cards.map((old, n) => (n === state.drawer ? card : old));
      return { ...state, cards, drawer: null };
    }
    return [...turn].reduce((now, [seat, word]) => spoke(now, seat, word), state);
  },
  events: (before, turn) => {
    const card = turn.get(CHANCE);
    if (card !== undefined)
      return [{ event: 'deal', seat: before.drawer ?? before.cards.length, card }];
    return [...turn].flatMap(([seat, word]): Event[] => {
      if (word === KEEP) return [];
      return [word === SWAP ? { event: 'swap', seat } : { event: 'say', seat, word: WORDS[word] }];
    });
  },
  result: (state) => {
    if (acting(state).length) return null;
    const scores = state.points;
    return { ranks: scores.map((own) => 1 + scores.filter((one) => one > own).length), scores };
  },
  absent: (state, seat) => (!inTurns(state.setup) && acting(state).includes(seat) ? 2 : null),
  view: (state, seat) => ({
    setup: state.setup,
    seat,
    dealt: state.cards.length,
    card: state.cards[seat] ?? null,
    said: state.said,
    offer: state.offered === seat,
    cards: state.cards.length,
  }),
  tell: (event, seat) => {
    if (event.event !== 'deal' || event.seat === seat) return { ...event };
    return { event: event.event, seat: event.seat };
  },
  text: (move) => WORDS[move] ?? '',
  parse: (text) => {
    const move = WORDS.indexOf(text);
    if (move >= 0) return move;
    throw new Refusal({ code: 'unreadable', rule: 'T1', text: `say low or high, not ${text}` });
  },
  read: (state, events): Turn[] => {
    const [first, second] = events;
    if (!first) return [];
    if (first.event === 'deal') return [new Map([[CHANCE, Number(first.card)]])];
    const seat = Number(first.seat);
    if (first.event === 'swap') return [new Map([[seat, SWAP]])];
    if (!inTurns(state.setup)) {
      const all = events.slice(0, state.setup.seats);
      if (all.length < state.setup.seats) return [];
      return [new Map(all.map((one) => [Number(one.seat), TOY.parse(String(one.word))]))];
    }
    const word = TOY.parse(String(first.word));
    const keeps = spoke(state, seat, word).offered !== null && second?.event === 'deal';
    return [new Map([[seat, word]]), ...(keeps ? [new Map([[seat, KEEP]])] : [])];
  },
  show: ({ card, dealt, said, offer }, chosen = []) => ({ card, dealt, said, offer, chosen }),
  preview: ({ card }, legal) =>
    Object.fromEntries(legal.map((move) => [WORDS[move], move ? card : 1])),
  giveaway: () => null,
  scores: ({ said }) => said.map(() => 0),
  worth: ({ card }, moves) => moves.map((move) => [1, card ?? 0, 0, 0, 5][move] ?? 0),
  judge: ({ card }, moves) => moves.map((move) => ([1, card ?? 0, 0, 0, 5][move] ?? 0) / 5),
  stake: () => null,
  levels: () =>
    Array.from({ length: 8 }, (_, n) => ({
      noise: n === 7 ? 0 : 0.1,
      effort: 0,
      pull: 0,
      tastes: 0,
    })),
  turnsLeft: () => 1,
  sides: ({ seats }) => Array.from({ length: seats }, (_, n) => [n]),
  measure: (_, { scores }) => scores as number[],
  ply: ({ said }) => said.filter((word) => word !== null).length,
  determinize: (view, seed) => ({
    ...TOY.begin(view.setup),
    cards: Array.from({ length: view.dealt }, (_, n) =>
      n === view.seat ? (view.card ?? 1) : 1 + ((Number(seed) + n) % 3),
    ),
    said: view.said,
    offered: view.offer ? view.seat : null,
  }),
  ruleOf: () => 'T1',
};

const form = {
  rule: 'T1',
  editions: [],
  options: [{ name: 'bank', default: 0, low: 0, high: 9, rule: 'T2' }],
  start_rule: '',
  edition_rule: '',
  teams: false,
  takes_back: true,
};
/** What the catalogue says of it. */
export const TOY_INFO: GameInfo = {
  game: 'toy',
  title: 'Toy',
  chapters: 'T',
  bots: ['random', 'greedy', 'level1'],
  levels: [],
  variants: [
    { ...form, variant: 'base', seats: [2, 3], has_start: false, together: true },
    { ...form, variant: 'turns', seats: [2, 3], has_start: true, together: false },
  ],
};
