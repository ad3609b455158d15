/** A revealed round in columns by word: who chose it, and which of them won. */
import type { Round } from './rounds';

export interface Column {
  /** Empty: those who were too slow. */
  symbol: string;
  seats: number[];
  won: boolean;
}

/** Return the columns with the fullest in the middle, and those who were too slow last. */
export function columnsOf(round: Round): Column[] {
  const found = new Map<string, number[]>();
  round.choices.forEach((choice, seat) => {
    const symbol = choice ?? '';
    found.set(symbol, [...(found.get(symbol) ?? []), seat]);
  });
  const all = [...found].map(([symbol, seats]) => ({
    symbol,
    seats,
    won: Boolean(symbol) && (round.award?.symbols.includes(symbol) ?? false),
  }));
  const slow = all.filter(({ symbol }) => !symbol);
  const order = all
    .filter(({ symbol }) => symbol)
    .sort((a, b) => Number(b.won) - Number(a.won) || b.seats.length - a.seats.length);
  const row: Column[] = [];
  order.forEach((column, n) => (n % 2 ? row.unshift(column) : row.push(column)));
  return [...row, ...slow];
}
