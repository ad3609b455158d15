/** A kept game in words. */
import { t } from '../kit/i18n.svelte';
import { listed } from '../games/shared/speak';
import { nameOf } from '../table/names';
import { endingOf, opponentsOf, partnersOf, pointsOf, scoreText, type KeptGame } from './game';

const namesOf = (players: KeptGame['players']): string => listed(players.map(nameOf));

/** Return whom one played against, or with whom: "Pip", "With Pip"; '' alone. */
export function company(game: KeptGame): string {
  const partners = namesOf(partnersOf(game));
  return partners ? t('played.with', { names: partners }) : namesOf(opponentsOf(game));
}

/** Return a result in one sentence: "You beat Jonas". */
export function resultText(game: KeptGame): string {
  const ending = endingOf(game);
  const names = namesOf(opponentsOf(game));
  const partners = namesOf(partnersOf(game));
  if (ending === 'alone') return t('played.alone', { n: pointsOf(game, 0) ?? '–' });
  const winners = game.players
    .filter((_, n) => game.ranks[n] === 1)
    .map((one, n) => nameOf(one, n));
  if (ending === 'won') return t('played.won', { names });
  if (ending === 'together') return t('played.reached', { names: partners });
  if (ending === 'missed') return t('played.missed', { names: partners });
  if (ending === 'shared') return names ? t('played.shared', { names }) : t('played.together');
  if (ending === 'lost' && game.players.length === 2) return t('played.lost', { name: names });
  return t('played.others', { names: listed(winners), n: winners.length });
}

/** Whether somebody who did not win has the winner's points: something else decided. */
export function isTiebreak(game: KeptGame): boolean {
  const best = pointsOf(game, game.ranks.indexOf(1));
  return (
    best !== undefined && game.ranks.some((rank, seat) => rank > 1 && pointsOf(game, seat) === best)
  );
}

/** Return the points, and where they did not tell who won, that something else decided. */
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
