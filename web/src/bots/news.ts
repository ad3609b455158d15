/** What happened last on a ladder, in words; for the ladder itself and for the home page. */
import { t } from '../kit/i18n.svelte';
import { atLevel } from './characters';
import { newsOf, suggestion, type Climb, type Direction } from './ladder';

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

/** Who is suggested next, and the sentence for it. */
export interface Suggested {
  level: number;
  way: Direction;
  text: string;
  /** Whether the sentence says what the last game changed. */
  isNews: boolean;
}

/**
 * Return who is suggested next, and what is said of it: what the last game changed, if it was won
 * and that names nobody else as the next; else why that one is suggested.
 */
export function suggestedNext(climb: Climb): Suggested {
  const { level, way } = suggestion(climb);
  const news = newsOf(climb);
  const won = (climb.last?.run ?? 0) > 0;
  // Once more means the same one again, whoever follows after that.
  const meant = news?.key === 'won' ? news.next : climb.last?.level;
  const isNews = won && meant === level;
  return { level, way, text: isNews ? newsText(climb) : adviceText(climb), isNews };
}
