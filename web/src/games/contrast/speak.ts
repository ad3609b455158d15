/** Symbols, choices and results in words. */
import { language, t } from '../../kit/i18n.svelte';
import type { GameEvent } from '../contract';
import { called, listed } from '../shared/speak';
import { nameOf } from './pictures/pictures';
import type { Outcome, Round } from './round/rounds';
import { isTeam, justReached, seen, type Pair, type View } from './view';

/** The word for a symbol. */
export const word = (symbol: string): string => t(`contrast.symbol.${symbol}`);

/** The word for a symbol as it stands on the cards. */
export const big = (symbol: string): string => word(symbol).toLocaleUpperCase(language.now);

/** A symbol card in words. */
export const card = (pair: Pair): string => `${word(pair[0])} / ${word(pair[1])}`;

/** What came of a round, in a few words. */
export function headline({ kind, symbols, k, n }: Outcome, spell = big): string {
  const words = listed(symbols.map(spell));
  return t(`contrast.outcome.${kind}`, { word: words, words, k, n });
}

/** Who takes a picture, in a sentence; `me` is one's own seat. */
export function takers(seats: number[], names: string[], me: number | null): string {
  if (!seats.length) return t('contrast.takes.none');
  if (names.length === 2) return t('contrast.takes.team');
  const mine = me !== null && seats.includes(me);
  if (mine && seats.length === 1) return t('contrast.takes.you');
  const others = seats.filter((seat) => seat !== me).map((seat) => names[seat] ?? '');
  const who = listed(mine ? [t('contrast.you'), ...others] : others);
  if (mine) return t('contrast.takes.withYou', { who });
  return t('contrast.takes.others', { who, n: seats.length });
}

/** A finished round for the live region. */
export function told(round: Round, result: Outcome, names: string[], me: number | null): string {
  const mine = called('contrast', names, me);
  const each = round.choices.map((choice, seat) =>
    choice
      ? t('contrast.say.chose', { name: mine[seat] ?? '', word: word(choice) })
      : t('contrast.say.slow', { name: mine[seat] ?? '' }),
  );
  const seats = round.award?.seats ?? [];
  return [...each, headline(result, word), takers(seats, names, me)].join('. ') + '.';
}

/** Who has how many pictures. */
export function points(view: View, names: string[]): string {
  if (isTeam(view)) return t('contrast.say.teamPoints', { n: view.won[0] ?? 0 });
  const mine = called('contrast', names, view.seat);
  return view.won
    .map((n, seat) => ({ n, name: mine[seat] ?? '' }))
    .sort((a, b) => b.n - a.n)
    .map(({ n, name }) => t('contrast.say.points', { name, n }))
    .join(', ');
}

/** One event as a sentence; null where it needs none. */
export function say(
  event: GameEvent,
  names: string[],
  known: Record<string, unknown>,
): string | null {
  const me = seen(known).seat;
  const name = called('contrast', names, me)[event.seat ?? -1] ?? '';
  if (event.event === 'picture')
    return t('contrast.say.picture', { picture: nameOf(String(event.picture)) });
  if (event.event === 'choose')
    return t('contrast.say.chose', { name, word: word(String(event.symbol)) }) + '.';
  if (event.event === 'miss') return t('contrast.say.slow', { name }) + '.';
  if (event.event === 'award') {
    const symbols = (event.symbols as string[]).map(word);
    const wins = symbols.length
      ? t('contrast.say.wins', { words: listed(symbols), n: symbols.length })
      : t('contrast.say.none');
    const said = `${wins} ${takers(event.seats as number[], names, me)}.`;
    const view = seen(known);
    const won = justReached(view, event as { seats?: unknown });
    return won ? `${said} ${t('contrast.teamWon', { n: view.won[0] ?? 0 })}` : said;
  }
  return null;
}
