/** The rounds of a game, gathered from its events: what was chosen, what came of it. */
import type { GameEvent } from '../../contract';
import { SYMBOLS, cardOf, inHand, type Pair } from '../view';

export interface Award {
  symbols: string[];
  seats: number[];
  stack: number;
}

export interface Round {
  number: number;
  picture: string;
  /** Everybody's resting cards when the picture was turned up. */
  rows: Pair[][];
  /** What each seat chose; null: too slow. */
  choices: (string | null)[];
  award: Award | null;
}

/** Gather all rounds; the last one has no award while it is being played. */
export function rounds(events: readonly GameEvent[]): Round[] {
  const rows: Pair[][] = [];
  const found: Round[] = [];
  for (const event of events) {
    const seat = event.seat ?? 0;
    const round = found.at(-1);
    if (event.event === 'row') rows[seat] = event.cards as Pair[];
    else if (event.event === 'picture')
      found.push({
        number: found.length + 1,
        picture: String(event.picture),
        rows: rows.map((row) => [...row]),
        choices: [],
        award: null,
      });
    else if (event.event === 'award' && round) round.award = event as unknown as Award;
    else if (event.event === 'miss' && round) round.choices[seat] = null;
    else if (event.event === 'choose' && round) {
      const symbol = String(event.symbol);
      round.choices[seat] = symbol;
      // The played card comes to rest at the right end, the leftmost is free again.
      rows[seat] = [...(rows[seat] ?? []).slice(1), cardOf(symbol)];
    }
  }
  return found;
}

/** The rounds that are over, the last one last. */
export const finished = (all: readonly Round[]): Round[] => all.filter((round) => round.award);

/** How many chose each symbol. */
export function votes(round: Round): Map<string, number> {
  const count = new Map<string, number>();
  for (const symbol of round.choices) if (symbol) count.set(symbol, (count.get(symbol) ?? 0) + 1);
  return count;
}

export type Kind =
  'win' | 'two' | 'together' | 'apart' | 'all' | 'tie' | 'different' | 'alone' | 'nobody';

export interface Outcome {
  kind: Kind;
  symbols: string[];
  /** So many chose a symbol that is named. */
  k: number;
  /** So many chose at all. */
  n: number;
}

/** Return the outcome of a round as the page describes it; the award says who won. */
export function outcome(round: Round): Outcome {
  const count = votes(round);
  const team = round.choices.length === 2;
  const n = [...count.values()].reduce((sum, each) => sum + each, 0);
  const won = round.award?.symbols ?? [];
  const most = Math.max(0, ...count.values());
  if (won.length) {
    const kind = team ? 'together' : won.length > 1 ? 'two' : 'win';
    return { kind, symbols: won, k: count.get(won[0] ?? '') ?? 0, n };
  }
  const top = [...count].filter(([, each]) => each === most).map(([symbol]) => symbol);
  const told = (kind: Kind, symbols = top): Outcome => ({ kind, symbols, k: most, n });
  if (!n) return told('nobody', []);
  if (n === 1) return told('alone');
  if (team) return told('apart');
  if (count.size === 1) return told('all');
  return most > 1 ? told('tie') : told('different', []);
}

export interface Could {
  symbol: string;
  /** For each seat whether the symbol was in hand. */
  had: boolean[];
  count: number;
  /** For each seat whether it was chosen. */
  chose: boolean[];
}

/** What all could have played: those chosen, and those that most had, at most `rows` of them. */
export function couldHave(round: Round, rows = 5): Could[] {
  const hands = round.rows.map((row) => inHand(row).flat());
  const all = SYMBOLS.map((symbol): Could => {
    const had = hands.map((hand) => hand.includes(symbol));
    const chose = round.choices.map((choice) => choice === symbol);
    return { symbol, had, chose, count: had.filter(Boolean).length };
  });
  const chosen = (each: Could): number => each.chose.filter(Boolean).length;
  return all
    .filter((each) => each.count > 0)
    .sort((a, b) => Number(chosen(b) > 0) - Number(chosen(a) > 0) || b.count - a.count)
    .slice(0, rows)
    .sort((a, b) => b.count - a.count || chosen(b) - chosen(a));
}
