/** What happened last on a ladder, in words; for the ladder itself and for the home page. */
import { t } from '../kit/i18n.svelte';
import { atLevel } from './characters';
import { newsOf, suggestion, type Climb } from './ladder';

const nameAt = (level: number): string => atLevel(level)?.name ?? '';

/** Return what the last game changed, as one sentence; empty before the first game. */
export function newsText(climb: Climb): string {
  const news = newsOf(climb);
  if (!news) return '';
  const { key, level, next } = news;
  return t(`bots.news.${key}`, { name: nameAt(level), next: nameAt(next) });
}

/** Return who is suggested next and why, as one sentence. */
export function adviceText(climb: Climb): string {
  const { level, way } = suggestion(climb);
  const lost = way === 'again' && (climb.last?.run ?? 0) < 0;
  const key = way === 'first' ? 'bots.first' : `bots.suggest.${lost ? 'lost' : way}`;
  return t(key, { name: nameAt(level) });
}
