/** A kept game in words. */
import { t } from '../kit/i18n.svelte';
import { listed } from '../games/shared/speak';
import { nameOf } from '../table/names';
import { endingOf, opponentsOf, pointsOf, scoreText, type KeptGame } from './game';

/** Return the names of those one played against. */
export const against = (game: KeptGame): string =>
  listed(opponentsOf(game).map((player, n) => nameOf(player, n)));

/** Return a result in one sentence: "You beat Jonas". */
export function resultText(game: KeptGame): string {
  const ending = endingOf(game);
  const names = against(game);
  if (ending === 'alone') return t('played.alone', { n: pointsOf(game, 0) ?? '–' });
  const winners = game.players
    .filter((_, n) => game.ranks[n] === 1)
    .map((one, n) => nameOf(one, n));
  if (ending === 'won') return t('played.won', { names });
  if (ending === 'shared') return names ? t('played.shared', { names }) : t('played.together');
  if (ending === 'lost' && game.players.length === 2) return t('played.lost', { name: names });
  return t('played.others', { names: listed(winners), n: winners.length });
}

/** Whether somebody won with equal points: something else decided. */
export function isTiebreak({ points, ranks }: Pick<KeptGame, 'points' | 'ranks'>): boolean {
  const decided = points.length > 1 && ranks.some((rank) => rank > 1);
  return decided && points.every((one) => one === points[0]);
}

/** Return the points, and where they are equal and somebody won, that something else decided. */
export function scoreWords(game: KeptGame): string {
  const score = scoreText(game);
  return isTiebreak(game) ? `${score} (${t('played.tiebreak')})` : score;
}

/** Return what stands below it: the points, and how precisely one played. */
export function detailText(game: KeptGame): string {
  const parts = endingOf(game) === 'alone' ? [] : [scoreWords(game)];
  if (typeof game.accuracy === 'number') parts.push(t('played.accuracy', { n: game.accuracy }));
  return parts.filter(Boolean).join(' · ');
}
